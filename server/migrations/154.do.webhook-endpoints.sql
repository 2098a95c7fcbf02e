-- A merchant has several endpoints, each with its address, its choice of events, its secret and its queue. The one that there was
-- is the first: its id is the merchant's, and so its secrets, which are derived from the endpoint, stay what they were.

alter table webhook_endpoint add column id uuid;
update webhook_endpoint set id = merchant_id;
alter table webhook_endpoint
  drop constraint webhook_endpoint_pkey,
  add primary key (id),
  add unique (merchant_id, id),
  -- What it wants to know of; null: everything, also what there will be.
  add column types text[] check (cardinality(types) > 0),
  -- Of the test mode: nothing live goes there, and nothing of the test mode elsewhere.
  add column is_test boolean not null default false,
  add column removed_at timestamptz,
  add constraint webhook_endpoint_first check (id <> merchant_id or not (is_test or removed_at is not null)),
  add constraint webhook_endpoint_removed check (removed_at is null or not is_active);

-- The row is one delivery: an event has one for each endpoint that wants it, or one at its order's own address. No row is
-- written anew: what there is goes to the first endpoint, or is signed with its secret, which is what null says.
alter table webhook
  add column endpoint_id uuid,
  add column is_test boolean not null default false,
  -- What is sent in the test mode has no event.
  alter column event_id drop not null,
  drop constraint webhook_event_id_key,
  add constraint webhook_of_event check ((event_id is null) = is_test),
  add constraint webhook_of_one_target check (endpoint_id is null or callback_url is null),
  -- Nobody's goes to another's endpoint.
  add constraint webhook_endpoint_of_merchant foreign key (merchant_id, endpoint_id) references webhook_endpoint (merchant_id, id);
create unique index webhook_once on webhook (event_id, coalesce(endpoint_id, merchant_id));

-- A lane is an endpoint's, or that of a merchant's orders with addresses of their own.
drop index webhook_due, webhook_under_way;
create index webhook_due on webhook (merchant_id, to_endpoint, coalesce(endpoint_id, merchant_id), next_attempt_at)
  where status = 'PENDING';
create index webhook_under_way on webhook (merchant_id, to_endpoint, coalesce(endpoint_id, merchant_id))
  where leased_until is not null;
