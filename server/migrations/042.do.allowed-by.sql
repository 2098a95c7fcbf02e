-- An allowance to share an account says who gave it. That of the audit, where there is one.
alter table account_permit add column allowed_by text;
update account_permit permit set allowed_by = (
  select who from audit
  where action = 'allow-account' and object_id = permit.trader_id::text
    and (after ->> permit.kind = permit.value or starts_with(after ->> permit.kind, permit.value || ', '))
  order by id desc limit 1);
update account_permit set allowed_by = 'unknown' where allowed_by is null;
alter table account_permit alter column allowed_by set not null;
