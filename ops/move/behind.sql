-- On the new server: what it has yet to get; no row once it has everything up to :place of the old one.
\set ON_ERROR_STOP on
select srrelid::regclass::text as what from pg_subscription_rel where srsubstate <> 'r'
union all
select 'changes' where not exists (
  select from pg_stat_subscription
  where subname = 'kantor_move' and relid is null and latest_end_lsn >= :'place'::pg_lsn
);
