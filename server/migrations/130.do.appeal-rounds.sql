-- An appeal goes in rounds: the trader answers, the merchant contests, the operator decides what neither ends. Each step is kept, with
-- its person, its reason and its files.

alter table appeal
  -- Whom an open appeal waits for.
  add column stage text check (stage in ('trader', 'merchant', 'operator')),
  add column round smallint not null default 1 check (round between 1 and 3),
  -- Frozen when the turn begins; the operator has no deadline.
  add column answer_until timestamptz;

-- Those that are open begin their first round now, with the longer time: a trader may be asleep.
update appeal set stage = decided_by,
  answer_until = now() + case decided_by when 'trader' then interval '3 hours' when 'merchant' then interval '1 day' end
where status = 'OPEN';

alter table appeal
  add constraint appeal_stage check ((status = 'OPEN') = (stage is not null)),
  add constraint appeal_answer_until check ((answer_until is not null) = coalesce(stage in ('trader', 'merchant'), false));
create index appeal_due on appeal (answer_until, id) where answer_until is not null;
create index appeal_at_operator on appeal (id) where stage = 'operator';
create index appeal_open_of_merchant on appeal (merchant_id) where status = 'OPEN';

create table appeal_step (
  appeal_id    uuid not null references appeal,
  n            integer not null check (n > 0),
  step         text not null check (step in ('open', 'evidence', 'decline', 'contest', 'accept', 'escalate', 'confirm', 'split')),
  side         text not null check (side in ('merchant', 'trader', 'operator', 'timer')),
  -- Who it was, as they were called then; null: a merchant's server, a command, the timer.
  person_id    uuid references person,
  person_name  text,
  reason       text check (reason in ('not_received', 'fake_receipt', 'other_amount', 'other_requisite', 'refunded')),
  comment      text,
  -- Kopecks: claimed at the opening, paid at the end.
  amount       bigint check (amount > 0),
  -- How the appeal was after it.
  round        smallint not null check (round between 1 and 3),
  stage        text check (stage in ('trader', 'merchant', 'operator')),
  answer_until timestamptz,
  -- The event that told of it: a message to the merchant's server says what was so then. Null: before there were steps.
  event_id     bigint,
  created_at   timestamptz not null,
  primary key (appeal_id, n)
);

create table appeal_file (
  file_id   uuid not null references stored_file,
  appeal_id uuid not null,
  -- The step that it came with.
  n         integer not null,
  primary key (file_id, appeal_id),
  foreign key (appeal_id, n) references appeal_step
);
create index appeal_file_of on appeal_file (appeal_id, n);

insert into appeal_step (appeal_id, n, step, side, amount, round, stage, answer_until, created_at)
select id, 1, 'open', case decided_by when 'trader' then 'merchant' else 'trader' end, amount, 1, decided_by, answer_until,
  created_at
from appeal;
insert into appeal_file (file_id, appeal_id, n) select file_id, id, 1 from appeal where file_id is not null;
insert into appeal_step (appeal_id, n, step, side, amount, round, created_at)
select appeal.id, 2, case appeal.status when 'PROCESSED' then 'confirm' else 'decline' end,
  case when decided.actor in ('trader', 'merchant') then decided.actor else 'operator' end, paid_amount, 1, processed_at
from appeal left join lateral (
  select actor::text from order_status_change
  where order_id = appeal.order_id and created_at >= appeal.processed_at order by n limit 1
) as decided on true
where appeal.status <> 'OPEN';
