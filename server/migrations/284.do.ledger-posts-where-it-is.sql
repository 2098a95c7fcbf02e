-- It acts as its owner, and finds its tables where it is itself: in whichever schema the marketplace has.
do $$ begin
  execute format(
    'alter function ledger_post(uuid[], text[], uuid[], timestamptz[], integer[], uuid[], ledger_kind[], bigint[]) set search_path = %I, pg_temp',
    current_schema());
end $$;
