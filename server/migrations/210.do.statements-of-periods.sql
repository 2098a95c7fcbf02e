-- What a period came to on an account, in time that does not grow with its entries.

-- Where a moment divides an owner's accounts: of each, the number of its first entry after it. Entries are numbered in the order of
-- their locks, so one that was made before the moment may have waited behind one that was made after it: it comes after the
-- moment then, on all accounts of its posting, and so does what follows it there. A posting is on one side as a whole, and
-- on each account the entries of a side are a range of numbers.
create function ledger_cut(p_owner uuid, p_at timestamptz) returns table (account_id bigint, first bigint)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_ids    bigint[];
  v_firsts bigint[];
  v_ends   bigint[];
  v_moved  bigint[];
begin
  select array_agg(id), array_agg(ledger_number_at(id, p_at)), array_agg(ledger_number_at(id, p_at + interval '10 minutes'))
    into v_ids, v_firsts, v_ends
  from (select id from ledger_account where owner_id = p_owner order by id) as own;
  loop
    select array_agg(least(cut.first, other.number) order by cut.place) into v_moved
    from unnest(v_ids, v_firsts) with ordinality as cut (id, first, place)
    left join (
      select other.account_id, min(other.account_version) as number
      from unnest(v_ids, v_firsts, v_ends) as cut (id, first, upto)
      join ledger_entry late on late.account_id = cut.id and late.account_version >= cut.first
        and late.account_version < cut.upto and late.created_at < p_at
      cross join lateral (
        -- By the posting alone: it has few entries, and an account has many.
        select entry.account_id, entry.account_version from ledger_entry entry where entry.journal_id = late.journal_id offset 0
      ) as other
      group by other.account_id
    ) as other on other.account_id = cut.id;
    exit when v_moved is not distinct from v_firsts;
    v_firsts := v_moved;
  end loop;
  return query select * from unnest(v_ids, v_firsts);
end $$;

-- What the entries of an account come to from one number to another, by reason: their posting's kind, or what of a posting makes a
-- debt or pays it. `postings`, `gained` and `lost` are of whole postings, each counted once at one of its owner's accounts, by what it
-- leaves them all with: a hold moves between two of them and leaves nothing.
create function ledger_movements(p_account bigint, p_first bigint, p_last bigint)
returns table (reason text, entries bigint, credited bigint, debited bigint, postings bigint, gained bigint, lost bigint)
language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with span as materialized (
    select distinct journal_id from ledger_entry
    where account_id = p_account and account_version >= p_first and account_version <= p_last
  ), own as (
    select entry.journal_id, entry.account_id, entry.account_version, entry.amount, account.kind,
      sum(entry.amount) over posting as net,
      array_agg(entry.amount) filter (where account.kind = 'owed') over posting as owed,
      array_agg(entry.amount) filter (where account.kind = 'available') over posting as available
    from span
    cross join lateral (
      -- By the posting alone: it has few entries, and an account has many.
      select * from ledger_entry where journal_id = span.journal_id offset 0
    ) as entry
    join ledger_account account on account.id = entry.account_id
      and account.owner_id = (select owner_id from ledger_account where id = p_account)
    window posting as (partition by entry.journal_id)
  ), named as (
    select *, coalesce(case kind when 'available' then -amount = any (owed) when 'owed' then -amount = any (available) end,
      false) as is_debt
    from own
  ), led as (
    select *, row_number() over (partition by journal_id order by is_debt, account_id, account_version) = 1 as leads from named
  )
  select case when not is_debt then journal.kind when (amount > 0) = (led.kind = 'available') then 'debt' else 'debt_payment' end,
    count(*), coalesce(sum(amount) filter (where amount > 0), 0)::bigint, coalesce(-sum(amount) filter (where amount < 0), 0)::bigint,
    count(*) filter (where leads), coalesce(sum(net) filter (where leads and net > 0), 0)::bigint,
    coalesce(-sum(net) filter (where leads and net < 0), 0)::bigint
  from led join ledger_journal journal on journal.id = led.journal_id
  where led.account_id = p_account and led.account_version >= p_first and led.account_version <= p_last
  group by 1
$$;

-- The same of 1024 entries each: of numbers block * 1024 + 1 to (block + 1) * 1024. Entries never change, so neither do these;
-- an account's blocks are made in their order, by a job (ledger/store/turnover.ts).
create table ledger_block (
  account_id bigint not null references ledger_account,
  block      integer not null check (block >= 0),
  reason     text not null,
  entries    integer not null check (entries between 1 and 1024),
  credited   bigint not null check (credited >= 0),
  debited    bigint not null check (debited >= 0),
  postings   integer not null check (postings between 0 and entries),
  gained     bigint not null check (gained >= 0),
  lost       bigint not null check (lost >= 0),
  primary key (account_id, block, reason)
);
create trigger ledger_block_append_only before update or delete or truncate on ledger_block
  execute function ledger_refuse_change();

-- What the entries of an account come to, however many there are: whole blocks, and what is before and after them.
create function ledger_turnover(p_account bigint, p_first bigint, p_last bigint)
returns table (reason text, entries bigint, credited bigint, debited bigint, postings bigint, gained bigint, lost bigint)
language plpgsql stable as $$
declare
  v_from bigint := (p_first + 1022) / 1024;
  v_to   bigint := least(p_last / 1024, coalesce((select max(b.block) + 1 from ledger_block b where b.account_id = p_account), 0));
begin
  if v_to <= v_from then
    return query select * from ledger_movements(p_account, p_first, p_last);
    return;
  end if;
  return query
    select part.reason, sum(part.entries)::bigint, sum(part.credited)::bigint, sum(part.debited)::bigint,
      sum(part.postings)::bigint, sum(part.gained)::bigint, sum(part.lost)::bigint
    from (
      select b.reason, b.entries, b.credited, b.debited, b.postings, b.gained, b.lost from ledger_block b
      where b.account_id = p_account and b.block >= v_from and b.block < v_to
      union all select * from ledger_movements(p_account, p_first, v_from * 1024)
      union all select * from ledger_movements(p_account, v_to * 1024 + 1, p_last)
    ) as part group by part.reason;
end $$;

-- The platform's entries have no numbers: they are listed by their moments (212), and counted by days of Moscow's calendar. What its
-- revenue was on each day, by the kind of its postings. A day is counted when nothing of it can be on its way any more.
create table ledger_revenue_day (
  day      date not null,
  kind     text not null,
  entries  bigint not null check (entries > 0),
  credited bigint not null check (credited >= 0),
  debited  bigint not null check (debited >= 0),
  primary key (day, kind)
);
create trigger ledger_revenue_day_append_only before update or delete or truncate on ledger_revenue_day
  execute function ledger_refuse_change();

-- The last day that is counted; null before the first.
create table ledger_revenue_through (
  is_one boolean primary key default true check (is_one),
  day    date
);
insert into ledger_revenue_through default values;
