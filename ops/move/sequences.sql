-- On the old server: prints what sets the new one's sequences, which replication leaves where they are.
\set ON_ERROR_STOP on
select format('select setval(%L::regclass, %s);', format('%I.%I', schemaname, sequencename), last_value)
from pg_sequences where schemaname = 'public' and last_value is not null;
