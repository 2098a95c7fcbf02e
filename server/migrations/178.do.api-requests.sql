-- What a merchant's keys have asked for in seven days, without bodies, secrets or payees' data.
create table api_request (
  -- Rises with the time of the answer.
  id uuid primary key,
  merchant_id uuid not null,
  api_key_id uuid not null,
  request_id text not null check (length(request_id) between 1 and 64),
  method text not null check (method in ('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS')),
  -- The call as it is declared, `/orders/:id`; null: there is none.
  route text check (length(route) between 1 and 100),
  object_id uuid,
  -- The merchant's own number of what was asked for.
  external_id text check (length(external_id) between 1 and 128),
  status smallint not null check (status between 100 and 599),
  code text check (length(code) between 1 and 100),
  duration_ms integer not null check (duration_ms >= 0),
  -- Null: a proxy has told none.
  address inet,
  is_replayed boolean not null,
  foreign key (api_key_id, merchant_id) references api_key (id, merchant_id)
);
create index api_request_newest on api_request (merchant_id, id);
create index api_request_by_request on api_request (merchant_id, request_id, id);
create index api_request_by_number on api_request (merchant_id, external_id, id) where external_id is not null;
create index api_request_failed on api_request (merchant_id, id) where status >= 400;
