import { momentOf } from '../../kernel/ids.ts';
import type { KeptRequest } from './store.ts';

export const toRequest = (request: KeptRequest) => ({
  id: request.id,
  at: momentOf(request.id),
  method: request.method,
  route: request.route,
  object_id: request.objectId,
  external_id: request.externalId,
  status: request.status,
  code: request.code,
  duration_ms: request.durationMs,
  request_id: request.requestId,
  key: { id: request.apiKeyId, name: request.keyName },
  is_test: request.isTest,
  address: request.address,
  is_replayed: request.isReplayed,
});
