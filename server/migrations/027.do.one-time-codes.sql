-- One-time codes and whole numbers of cards leave the messages that are there (modules/bank-messages/secrets.ts). Whatever
-- was read as an income stays; of any other message that names a code all digits go. A second run changes nothing.

-- Letters that look alike are one letter; alphabets are spelt out, as the database's own may know ASCII alone.
create function pg_temp.folded(said text) returns text language sql immutable as $$
  select translate(lower(said),
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯйёabcehkmoptxy', 'абвгдеежзииклмнопрстуфхцчшщъыьэюяиеавсенкмортху')
$$;
create function pg_temp.names_code(said text) returns boolean language sql immutable as $$
  select said ~ '[0-9]' and (
    pg_temp.folded(said) ~ '3[ -]?d[ -]?s'
    or pg_temp.folded(said) ~ ('(^|[^а-яa-z])(('
      || 'код|кода|коду|кодом|коде|коды|кодов|пин|отр|сvс|сvv|рin|соdе|соdеs|коd|коdа|коdu|коdом|коdу|таn|никому|niкомu'
      || '|вход|входа|входу|vноd|vноdа|lоgin)($|[^а-яa-z])'
      || '|(парол|раrоl|одноразов|оdnоrаzоv|раsswоrd|раssсоdе|раsswd|подтвержд|роdтvеrzнd|роdтvеrjd|vеrif|авторизац'
      || '|аvтоrizас|аvтоrizатs))'))
$$;
create function pg_temp.without_digits(said text) returns text language sql immutable as $$
  select regexp_replace(said, '[0-9]', '•', 'g')
$$;
create function pg_temp.mask_cards(said text) returns text language sql immutable as $$
  select regexp_replace(said,
    '(?<![0-9])([0-9]{4})([ -]?)([0-9]{2})[0-9]{2}\2[0-9]{4}\2[0-9]{0,3}([0-9]{4})(?![0-9])', '\1\3••••••\4', 'g')
$$;

-- A hash of a text with a code gives the code away. Repeats of so old a message come no more.
update notification
set text = pg_temp.without_digits(text), plain_request = pg_temp.without_digits(plain_request),
  phone = case when phone ~ '^(\+?[0-9]{10,15}|SIM.*)$' and not pg_temp.names_code(phone) then phone
    else pg_temp.without_digits(phone) end,
  text_hash = sha256(convert_to('one-time code ' || id::text, 'UTF8')),
  outcome = case when outcome in ('unread', 'before_matching') then 'one_time_code' else outcome end,
  reason = case when outcome in ('unread', 'before_matching') then 'Одноразовый код' else reason end,
  tail = null, balance = null, sender = null
where amount is null and outcome <> 'paid' and (text ~ '[0-9]' or plain_request ~ '[0-9]')
  and (pg_temp.names_code(application || ' ' || phone || ' ' || text) or pg_temp.names_code(plain_request)
    or text ~ '^[^0-9a-zA-Zа-яА-ЯёЁ]*([0-9][^0-9a-zA-Zа-яА-ЯёЁ]*){4,8}$');
update notification set plain_request = pg_temp.without_digits(plain_request)
where amount is not null and pg_temp.names_code(plain_request);

update notification
set text = pg_temp.mask_cards(text), plain_request = pg_temp.mask_cards(plain_request),
  text_hash = case when text_hash is not null then sha256(convert_to('card ' || id::text, 'UTF8')) end
where text <> pg_temp.mask_cards(text) or plain_request <> pg_temp.mask_cards(plain_request);

update device_ping
set text = case when pg_temp.names_code(text) then pg_temp.without_digits(text) else pg_temp.mask_cards(text) end
where pg_temp.names_code(text) or text <> pg_temp.mask_cards(text);

alter table notification add constraint notification_no_code
  check (outcome <> 'one_time_code' or (text !~ '[0-9]' and plain_request !~ '[0-9]'));
drop function pg_temp.folded, pg_temp.names_code, pg_temp.without_digits, pg_temp.mask_cards;
