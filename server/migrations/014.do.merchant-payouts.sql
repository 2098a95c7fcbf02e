-- A payout that a merchant's server asks for has the merchant's own number, as its orders have. One made on the screen has none.
alter table payout add column external_id text;
create unique index payout_merchant_external_id on payout (merchant_id, external_id) where external_id is not null;
