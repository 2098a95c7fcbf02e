-- A withdrawal is a merchant's or a trader's, and ends in one of three ways: its USDT was sent, or came back because the
-- operator rejected it or its owner cancelled it.
alter table withdrawal rename column merchant_id to owner_id;
alter table withdrawal rename column merchant_seq to owner_seq;
alter table withdrawal rename constraint withdrawal_merchant_id_merchant_seq_key to withdrawal_owner_seq;
-- It was: closed if and only if there is a hash.
alter table withdrawal drop constraint withdrawal_check1;
alter table withdrawal
  add column outcome text check (outcome in ('SENT', 'REJECTED', 'CANCELLED')),
  -- For the owner to read.
  add column rejected_reason text check (rejected_reason <> ''),
  -- When an operator said that they are sending it, and which: from then on its owner cannot cancel it.
  add column sending_at timestamptz,
  add column sending_by text;
update withdrawal set outcome = 'SENT' where status = 'CLOSED';
-- Answers that are kept for repeats of a request have what all answers have.
update idempotency_key
set answer = answer::jsonb || '{"outcome": null, "rejected_reason": null, "sending_at": null, "can_cancel": true}'
where answer like '%"transaction_hash_proof"%' and answer::jsonb ? 'transaction_hash_proof';
alter table withdrawal
  drop constraint withdrawal_wallet_id_fkey,
  add constraint withdrawal_outcome_closed check ((status = 'CLOSED') = (outcome is not null)),
  add constraint withdrawal_outcome_sent check ((outcome is not distinct from 'SENT') = (transaction_hash is not null)),
  add constraint withdrawal_outcome_rejected check ((outcome is not distinct from 'REJECTED') = (rejected_reason is not null)),
  add constraint withdrawal_outcome_cancelled check (outcome is distinct from 'CANCELLED' or sending_at is null),
  add constraint withdrawal_sending check ((sending_at is null) = (sending_by is null)),
  -- Nobody's USDT goes to another's wallet.
  add constraint withdrawal_own_wallet foreign key (wallet_id, owner_id) references wallet (id, owner_id);
