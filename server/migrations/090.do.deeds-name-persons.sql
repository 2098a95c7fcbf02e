-- Journals name persons, and stand where they concern somebody.

-- An account as an object has one name. Nothing that was done is changed: the tables stay append only.
alter table audit disable trigger audit_append_only;
update audit set object_kind = 'account' where object_kind = 'user';
alter table audit enable trigger audit_append_only;
alter table audit_account disable trigger audit_account_append_only;
update audit_account set object_kind = 'account' where object_kind = 'user';
alter table audit_account enable trigger audit_account_append_only;

-- What commands did to appeals, payouts, wallets and webhooks stands in the journals of those whose they are.
with concerned as (
  select audit.id, audit.object_kind, audit.object_id, whose.account_id
  from audit join appeal on appeal.id = case when audit.object_kind = 'appeal' then audit.object_id::uuid end
  join orders on orders.id = appeal.order_id
  cross join lateral (values (orders.merchant_id), (orders.trader_id)) as whose (account_id)
  where audit.source = 'command' and audit.object_kind = 'appeal'
  union
  select audit.id, audit.object_kind, audit.object_id, whose.account_id
  from audit join payout on payout.id = case when audit.object_kind = 'payout' then audit.object_id::uuid end
  cross join lateral (
    select payout.merchant_id as account_id
    -- A payout that was taken from its trader names them no more, but the row does.
    union select account.id from account where account.name = audit.before ->> 'trader' and account.role = 'trader'
  ) as whose
  where audit.source = 'command' and audit.object_kind = 'payout'
  union
  select audit.id, audit.object_kind, audit.object_id, wallet.owner_id
  from audit join wallet on wallet.id = case when audit.object_kind = 'wallet' then audit.object_id::uuid end
  where audit.source = 'command' and audit.object_kind = 'wallet'
  union
  select audit.id, audit.object_kind, audit.object_id, webhook.merchant_id
  from audit join webhook on webhook.id = case when audit.object_kind = 'webhook' then audit.object_id::uuid end
  where audit.source = 'command' and audit.object_kind = 'webhook'
)
insert into audit_account (account_id, audit_id, object_kind, object_id)
select account_id, id, object_kind, object_id from concerned
on conflict do nothing;

-- Bank data were changed by a person; `changed_by` is the account. A process of the version before names the account alone.
alter table payee add column changed_by_person uuid references person;
alter table payee disable trigger payee_append_only;
-- Until there were accounts with members, an account was its person, of one id. Later the journal says who it was.
update payee set changed_by_person = coalesce(
  (
    select audit.person_id from audit
    where object_id = payee.requisite_id::text and object_kind = 'requisite' and (after ->> 'payee_version')::integer = payee.version
    order by audit.id limit 1
  ),
  (select person.id from person where person.id = payee.changed_by));
alter table payee enable trigger payee_append_only;

-- Who showed the code by which a phone is paired.
alter table pairing_token add column person_id uuid references person;

-- Who saw a payee is a person, too: two of an account's people within a minute are two looks.
alter table payout_look add column person_id uuid references person;
alter table payout_look disable trigger payout_look_append_only;
update payout_look set person_id = person.id from person where person.id = trader_id;
alter table payout_look enable trigger payout_look_append_only;
alter table payout_look drop constraint payout_look_pkey;
create unique index payout_look_once on payout_look (payout_id, trader_id, minute, person_id) nulls not distinct;
