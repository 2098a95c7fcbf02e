-- A merchant's server may withdraw, once the account's owner lets it; which key did is kept.
alter table account
  add column server_withdrawals boolean not null default false,
  add constraint account_server_withdrawals check (not server_withdrawals or role = 'merchant');

-- The test world has no withdrawals: its keys never had a use of that scope.
update api_key set scopes = case when scopes = '{withdrawals}' then '{read}' else array_remove(scopes, 'withdrawals') end
where is_test and 'withdrawals' = any (scopes);
alter table api_key
  add constraint api_key_test_scopes check (not is_test or not 'withdrawals' = any (scopes)),
  add constraint api_key_of_merchant unique (id, merchant_id);

-- Null: a person asked for it. A key is of the withdrawal's own merchant.
alter table withdrawal
  add column api_key_id uuid,
  add constraint withdrawal_own_key foreign key (api_key_id, owner_id) references api_key (id, merchant_id);
