import * as calls from '@kantor/contract/wire/auth.ts';
import type { Bind } from '../../http/endpoint.ts';
import { type Deps, login, logout, refresh } from './service.ts';

export function authRoutes(bind: Bind, deps: Deps): void {
  bind(calls.login, ({ body, request }) => login(deps, { ...body, address: request.ip }));
  bind(calls.refresh, ({ body }) => refresh(deps, body.refresh));
  bind(calls.logout, async ({ body }) => {
    await logout(deps, body.refresh);
    return null;
  });
}
