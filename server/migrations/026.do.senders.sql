-- Banks whose senders are now known (modules/bank-messages/senders.ts), and two outcomes of messages.

insert into bank (id, name, short_name) values
  (13, 'ПСБ', 'ПСБ'), (14, 'Уралсиб', 'Уралсиб'), (15, 'МКБ', 'МКБ'), (16, 'РНКБ', 'РНКБ'), (17, 'УБРиР', 'УБРиР'),
  (18, 'Банк ДОМ.РФ', 'ДОМ.РФ'), (19, 'Ак Барс Банк', 'Ак Барс'), (20, 'ОТП Банк', 'ОТП'),
  (21, 'Русский Стандарт', 'Рус. Стандарт'), (22, 'Банк Россия', 'Россия'), (23, 'ЮниКредит Банк', 'ЮниКредит'),
  (24, 'Банк Авангард', 'Авангард'), (25, 'Банк Зенит', 'Зенит'), (26, 'Банк Санкт-Петербург', 'БСПБ'),
  (27, 'Точка Банк', 'Точка'), (28, 'ЮMoney', 'ЮMoney'), (29, 'Хоум Банк', 'Хоум'), (30, 'Банк Открытие', 'Открытие');

-- A value that is added to an enum cannot be used in the same transaction: the outcome becomes a text that is checked.
drop index notification_pays;
alter table notification
  drop constraint notification_paid_order,
  drop constraint notification_text_hash;
alter table notification alter column outcome type text using outcome::text;
alter table notification
  add constraint notification_outcome_known check (outcome in (
    'paid', 'ambiguous', 'no_order', 'near', 'before_order', 'expired', 'already_closed', 'cancelled', 'appeal',
    'cabinet_blocked', 'tail_mismatch', 'other_bank', 'unknown_sender', 'outgoing', 'duplicate', 'block',
    'one_time_code', 'unread', 'before_matching'
  )),
  add constraint notification_paid_order check (outcome <> 'paid' or (order_id is not null and amount is not null)),
  add constraint notification_text_hash check (outcome = 'before_matching' or text_hash is not null);
create unique index notification_pays on notification (order_id) where outcome = 'paid';
drop type if exists notification_outcome;

-- A cabinet whose phone still posts by SmsForwarder's first template, and the last post that was refused as unsafe.
alter table cabinet
  add column has_old_template boolean not null default false,
  add column post_refused_at timestamptz;
