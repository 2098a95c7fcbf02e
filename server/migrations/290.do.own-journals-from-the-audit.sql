-- Outside of a transaction: the audit has a row for each order that was confirmed by hand.
-- A row stands once, also for the journal of the account in which it was done (decision 158): `audit_account` gets those journals
-- alone that belong to others. Rows of before stand there for their own account, too, and are counted once.
drop index concurrently if exists audit_own;
create index concurrently audit_own on audit (account_id, id);
drop index concurrently if exists audit_own_person;
create index concurrently audit_own_person on audit (account_id, person_id, id);
-- Of one account's rows about an object no more is touched than they are; all rows about one are few, and sorted.
drop index concurrently if exists audit_of_object;
create index concurrently audit_of_object on audit (object_id, account_id, id);
-- Orders are most of the rows: who looks for them walks all.
drop index concurrently if exists audit_own_kind;
create index concurrently audit_own_kind on audit (account_id, object_kind, id) where object_kind <> 'order';
drop index concurrently if exists audit_of_kind;
create index concurrently audit_of_kind on audit (object_kind, id) where object_kind <> 'order';
drop index concurrently if exists audit_object;
drop index concurrently if exists audit_kind;
drop index concurrently if exists audit_action;
