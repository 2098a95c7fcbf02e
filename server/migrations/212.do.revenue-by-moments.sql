-- Outside of a transaction: the platform's entries are many, and everybody writes them.
-- The revenue is listed by its moments; whoever adds all of it up reads this index alone, as the one before.
drop index concurrently if exists ledger_platform_entry_at;
create index concurrently ledger_platform_entry_at on ledger_platform_entry (account_id, created_at, id) include (amount);
drop index concurrently if exists ledger_platform_entry_account;
