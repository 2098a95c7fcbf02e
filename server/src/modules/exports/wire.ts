import type { Export } from './store/rows.ts';

export const toExport = (file: Export) => ({
  id: file.id,
  list: file.list,
  format: file.format,
  name: file.fileName,
  state: file.state,
  rows_done: file.rowsDone,
  rows_total: file.rowsTotal,
  snapshot_at: file.snapshotAt,
  is_restarted: file.attempts > 1,
  size: file.size === null ? null : Number(file.size),
  failure: file.failure,
  created_at: file.createdAt,
  ended_at: file.endedAt,
  expires_at: file.expiresAt,
});
