-- Ways to what the platform's people look for (docs/decisions/0054): each ends with the id, which rises with time, so that the
-- newest are the end of a range. None is on `orders`, whose sums stand in the platform's list (080).
create index payout_amount on payout (amount, id);
create index payout_external_id on payout (external_id, id) where external_id is not null;
create index payout_phone_end on payout (right(phone, 4), id) where phone <> '';
create index payout_account_end on payout (right(bank_account, 4), id) where bank_account <> '';
create index payout_trader on payout (trader_id, id) where trader_id is not null;
create index withdrawal_amount on withdrawal (amount_usdt, id);
create index withdrawal_wallet on withdrawal (wallet_id, id);
create index wallet_address on wallet (address);
create index appeal_amount on appeal (amount, id);
create index chain_deposit_amount on chain_deposit (amount, id);
create index webhook_object on webhook (object_id, id);
