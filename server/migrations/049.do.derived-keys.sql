-- One derived key a purpose. Until now secrets of webhooks were made with the server's secret itself; those that merchants were
-- shown, or could have been shown, stay as they are: up to this version.

alter table webhook_endpoint
  add column last_raw_version integer not null default 0 check (last_raw_version >= 0);
update webhook_endpoint set last_raw_version = secret_version;
-- A merchant without a row has seen the first version.
insert into webhook_endpoint (merchant_id, url, is_active, since, last_raw_version)
select id, '', true, now(), 1 from users where role = 'merchant'
on conflict (merchant_id) do nothing;
