-- Whatever a person may see is found by its exact keys (decision 76). An owner's way begins with the owner, so that what others have
-- is never read on it, and ends with the id, which rises with time: the newest are the end of a range. None is on `orders`.
create index payout_merchant_amount on payout (merchant_id, amount, id);
create index payout_trader_amount on payout (trader_id, amount, id) where trader_id is not null;
create index payout_open_amount on payout (amount, id) where status = 'OPEN';
create index payout_merchant_phone_end on payout (merchant_id, right(phone, 4), id) where phone <> '';
create index payout_merchant_account_end on payout (merchant_id, right(bank_account, 4), id) where bank_account <> '';
create index payout_trader_phone_end on payout (trader_id, right(phone, 4), id) where trader_id is not null and phone <> '';
create index payout_trader_account_end on payout (trader_id, right(bank_account, 4), id)
  where trader_id is not null and bank_account <> '';
create index appeal_trader_amount on appeal (trader_id, amount, id);
create index appeal_merchant_amount on appeal (merchant_id, amount, id);
create index withdrawal_owner_amount on withdrawal (owner_id, amount_usdt, id);
create index chain_deposit_trader_amount on chain_deposit (trader_id, amount, id);
create index cabinet_phone_end on cabinet (right(phone, 4), id) where phone <> '';
create index account_wallet on account (wallet) where wallet <> '';

-- Names begin so, in whatever order the database has letters.
create index account_name_beginning on account (lower(name) text_pattern_ops);
create index person_username_beginning on person (lower(username) text_pattern_ops);

-- Payees never change, a requisite's row does with each order: its last digits are looked for among these.
create index payee_phone_end on payee (right(phone, 4)) where phone <> '';
create index payee_account_end on payee (right(bank_account, 4)) where bank_account <> '';
create index payee_card_end on payee (last_4_digits_card) where last_4_digits_card <> '';

-- Of messages, those that name who sent the money, and the sums that no order has.
create index notification_sender on notification (trader_id, lower(rtrim(sender, ' .')), id) where sender is not null;
create index notification_orderless_amount on notification (trader_id, amount, id) where order_id is null and amount is not null;
