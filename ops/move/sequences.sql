-- On the old server: prints what sets the new one's sequences, which replication leaves where they are.
\set ON_ERROR_STOP on
\if :{?schema}
\else
  \set schema public
\endif
select format('select setval(%L::regclass, %s);', format('%I.%I', schemaname, sequencename), last_value)
from pg_sequences where schemaname = :'schema' and last_value is not null;
