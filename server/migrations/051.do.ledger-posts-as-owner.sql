-- The role that serves cannot move a balance by itself: a posting acts as the owner of the ledger, with a search path that no
-- session chooses.
alter function ledger_post(uuid, text, uuid, timestamptz, uuid[], ledger_kind[], bigint[])
  security definer set search_path = public, pg_temp;
revoke execute on function ledger_post(uuid, text, uuid, timestamptz, uuid[], ledger_kind[], bigint[]) from public;
