-- The bank of a payout's recipient: the id of a member of СБП (contract/src/plain/sbp-members.ts). Null where the merchant named
-- none. What a phone, a card and a name must be is checked before they are written: older payouts stay as they were typed.
alter table payout add column recipient_bank text check (recipient_bank ~ '^[0-9]{12}$');
