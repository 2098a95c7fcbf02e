import * as calls from '@kantor/contract/wire/api-keys.ts';
import type { Bind } from '../../http/endpoint.ts';
import { addApiKey, type ApiKey, type Deps, readApiKeys, revokeApiKey } from './keys.ts';

const toApiKey = ({ id, name, createdAt, revokedAt }: ApiKey) => ({
  id,
  name,
  created_at: createdAt,
  revoked_at: revokedAt,
});

export function apiKeyRoutes(bind: Bind, deps: Deps): void {
  bind(calls.listApiKeys, async ({ caller }) => {
    const keys = await readApiKeys(deps.db, caller.id);
    return { count: keys.length, results: keys.map(toApiKey) };
  });
  bind(calls.createApiKey, async ({ caller, body }) => {
    const made = await addApiKey(deps, caller.id, body.name);
    return { ...toApiKey(made), key: made.key };
  });
  bind(calls.revokeApiKey, async ({ caller, params }) => toApiKey(await revokeApiKey(deps, caller.id, params.id)));
}
