-- One spelling of an account, however it is written, and codes and cards in words and groups that 027 did not know.

-- As before; besides, digits of any script are digits, words beside a whole number are none of it, and a phone may have the
-- prefix of an international call before it and an extension behind it.
create or replace function account_keys(p_bank smallint, p_phone text, p_account text)
returns table (kind text, value text) language plpgsql immutable as $$
declare
  v_others  constant text := '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';
  v_ascii   constant text := '01234567890123456789';
  v_account text := upper(regexp_replace(translate(normalize(p_account, nfkc), v_others, v_ascii), '[^[:alnum:]]', '', 'g'));
  v_digits  text := regexp_replace(v_account, '[^0-9]', '', 'g');
  v_phone   text := regexp_replace(translate(normalize(p_phone, nfkc), v_others, v_ascii), '[^0-9]', '', 'g');
begin
  if length(v_account) >= 8 then
    return query select 'account', case when length(v_digits) >= 16 then v_digits else v_account end;
  end if;
  v_phone := regexp_replace(v_phone, '^(?:810|00)(?=[0-9]{11})', '');
  if length(v_phone) > 11 then
    v_phone := regexp_replace(v_phone, '^([78]9[0-9]{9}).*$', '\1');
  end if;
  if length(v_phone) >= 10 then
    return query select 'phone', p_bank || ' ' || case
      when length(v_phone) = 10 then '7' || v_phone
      when length(v_phone) = 11 then regexp_replace(v_phone, '^8', '7')
      else v_phone end;
  end if;
end $$;

create temporary table account_spelt on commit drop as
  select keys.kind, keys.value, requisite.trader_id, min(requisite.id::text) as eldest
  from requisite cross join lateral account_keys(bank_id, phone, bank_account) as keys
  where archived_at is null group by 1, 2, 3;

insert into account_claim (kind, value, trader_id)
select distinct on (kind, value) kind, value, trader_id from account_spelt order by kind, value, eldest
on conflict do nothing;
delete from account_claim where (kind, value) not in (select kind, value from account_spelt);

-- Accounts that several traders have in spellings that are one now stay theirs; the audit says so.
with permit as (
  insert into account_permit (kind, value, trader_id, created_at, allowed_by)
  select kind, value, trader_id, now(), 'migration 050' from account_spelt
  where (kind, value, trader_id) not in (select kind, value, trader_id from account_claim)
  on conflict do nothing
  returning *
)
insert into audit (id, at, who, os_user, action, object_kind, object_id, before, after)
select (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
  created_at, 'migration 050', 'kantor', 'allow-account', 'user', trader_id::text, '{}',
  jsonb_build_object(kind, value, 'reason', 'held before the rule')
from permit;

-- Whole numbers of cards, in groups of four with any gaps.
create function pg_temp.mask_cards(said text) returns text language sql immutable as $$
  select regexp_replace(said,
    '(?<![0-9])([0-9]{4})[ ./\u00A0\u202F-]{0,2}([0-9]{2})[0-9]{2}[ ./\u00A0\u202F-]{0,2}[0-9]{4}[ ./\u00A0\u202F-]{0,2}[0-9]{0,3}([0-9]{4})(?![0-9])',
    '\1\2••••••\3', 'g')
$$;
update notification
set text = pg_temp.mask_cards(text), plain_request = pg_temp.mask_cards(plain_request),
  text_hash = case when text_hash is not null then sha256(convert_to('card ' || id::text, 'UTF8')) end
where text <> pg_temp.mask_cards(text) or plain_request <> pg_temp.mask_cards(plain_request);
drop function pg_temp.mask_cards;

-- Messages that were not read, as modules/bank-messages/secrets.ts has them: where a code is named, no digit stays; where
-- nothing is named and no money is spoken of, no number of as many digits as a code. A second run changes nothing.
create temporary table message_with_code on commit drop as
select id, text, named
from notification cross join lateral (
  select lower(text || ' ' || phone) ~ ('(^|[^а-яa-z])((введите|vvedite|enter|смскод|smskod|токен|token|tokena|пэп)($|[^а-яa-z])'
    || '|подтверд|confirm|аутентиф|autentif|authent|идентификац|identifik|secur)') as named) as names
where amount is null and outcome = 'unread' and text ~ '[0-9]' and (named or (
  lower(text) !~ '(^|[^а-яa-z])(зачисл|поступ|пополн|приход|входящ|получен|zachisl|postup|popoln|prihod|vhodyash|poluchen)'
  and lower(text) !~ '[0-9] ?(₽|р([^а-яёa-z]|$)|руб|rub|rur|usd|eur|[$€])'
  and text ~ '(^|[^0-9*•·.,:+])[0-9]([ -]?[0-9]){3,7}($|[^0-9.,:•*])'));

-- A hash of a text with a code gives the code away. Repeats of so old a message come no more.
update notification
set text = regexp_replace(notification.text, '[0-9]', '•', 'g'),
  plain_request = regexp_replace(plain_request, '[0-9]', '•', 'g'),
  phone = case when phone ~ '^(\+?[0-9]{10,15}|SIM.*)$' then phone else regexp_replace(phone, '[0-9]', '•', 'g') end,
  text_hash = sha256(convert_to('one-time code ' || notification.id::text, 'UTF8')),
  outcome = case when named then 'one_time_code' else outcome end,
  reason = case when named then 'Одноразовый код' else reason end,
  tail = null, balance = null, sender = null
from message_with_code where message_with_code.id = notification.id;

drop table account_spelt, message_with_code;
