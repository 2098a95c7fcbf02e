-- The payer's page of a test order: where it leads back to, when the order came to be in its status, and what its "payer" says.
-- Receipts are read and counted, not kept.
alter table test_order
  add column return_url text,
  add column moved_at timestamptz not null default now(),
  add column claimed_at timestamptz,
  add column receipts smallint not null default 0 check (receipts between 0 and 3),
  add check (receipts = 0 or claimed_at is not null);
update test_order set moved_at = coalesce(paid_at, created_at);
