// Made of the description of the merchant API by test/support/types.ts: do not change it here.

import type { CallOptions } from './options.ts';

/** Отказ (RFC 9457): `code` для программы, `detail` для человека */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id?: string | undefined;
  errors?: Record<string, string[]> | undefined;
}

export interface CreateOrder {
  /** Рубли: строка или число, не больше двух знаков после точки; от 1.00. Какие суммы выдаются сейчас — `possible` в /limits */
  amount: string | number;
  method: 'sbp' | 'c2c';
  /** Номер из /banks; без него — любой банк */
  bank?: number | undefined;
  /** Ваш номер: один на заказ или выплату */
  external_id: string;
  /** Куда слать вебхуки этого заказа вместо адреса из настроек */
  callback_url?: string | undefined;
  /** Куда страница оплаты вернёт плательщика: https; без него возврата нет */
  return_url?: string | undefined;
  /** Ваш номер плательщика или получателя: по нему можно отобрать */
  payer_id?: string | undefined;
  /** Ваши данные: до 20 полей, имя до 40 символов, значение — строка до 500 */
  metadata?: Record<string, string> | undefined;
}

export interface NewOrder {
  id: string;
  external_id: string;
  status: 'ACTIVE' | 'CLOSED' | 'EXPIRED' | 'APPEAL' | 'DECLINED';
  /** Статус по-русски */
  human_status: string;
  /** Рубли */
  amount: string;
  /** Рублей за 1 USDT, на момент создания */
  conversion_rate: string;
  amount_in_usdt: string;
  /** Комиссия; на баланс придёт amount_in_usdt − fee_in_usdt */
  fee_in_usdt: string;
  method: 'sbp' | 'c2c';
  /** Куда плательщик переводит рубли */
  requisite: {
    bank_name: string;
    fio: string;
    phone: string;
    bank_account: string;
    last_4_digits_card: string;
  };
  created_at: string;
  /** До этого времени заказ ждёт оплаты */
  expires_at: string;
  paid_at: string | null;
  /** Возвращено после закрытия: рубли, не больше оплаченного; статус остаётся CLOSED */
  reversed_amount: string | null;
  /** Когда возвращено */
  reversed_at: string | null;
  /** Почему возвращено */
  reversal_reason: string | null;
  /** Ваш номер плательщика или получателя */
  payer_id: string | null;
  /** Ваши данные; {}, если их нет */
  metadata: Record<string, string>;
  /** Страница оплаты для плательщика: реквизит, сумма, время и «Я оплатил»; живёт ещё сутки после конца заказа */
  payment_url: string;
}

export interface OrderList {
  /** Сколько всего; null, когда отобрано по времени, набору, `payer_id` или `cursor`: это не считается */
  count: number | null;
  results: Order[];
  /** Для следующего запроса с теми же полями; null — дальше пока ничего нет */
  next_cursor: string | null;
}

export interface Order {
  id: string;
  external_id: string;
  status: 'ACTIVE' | 'CLOSED' | 'EXPIRED' | 'APPEAL' | 'DECLINED';
  /** Статус по-русски */
  human_status: string;
  /** Рубли */
  amount: string;
  /** Рублей за 1 USDT, на момент создания */
  conversion_rate: string;
  amount_in_usdt: string;
  /** Комиссия; на баланс придёт amount_in_usdt − fee_in_usdt */
  fee_in_usdt: string;
  method: 'sbp' | 'c2c';
  /** Куда плательщик переводит рубли */
  requisite: {
    bank_name: string;
    fio: string;
    phone: string;
    bank_account: string;
    last_4_digits_card: string;
  };
  created_at: string;
  /** До этого времени заказ ждёт оплаты */
  expires_at: string;
  paid_at: string | null;
  /** Возвращено после закрытия: рубли, не больше оплаченного; статус остаётся CLOSED */
  reversed_amount: string | null;
  /** Когда возвращено */
  reversed_at: string | null;
  /** Почему возвращено */
  reversal_reason: string | null;
  /** Ваш номер плательщика или получателя */
  payer_id: string | null;
  /** Ваши данные; {}, если их нет */
  metadata: Record<string, string>;
}

export interface Appeal {
  id: string;
  order_id: string;
  /** Ваш номер заказа */
  external_id: string;
  status: 'OPEN' | 'PROCESSED' | 'CLOSED';
  /** Статус по-русски */
  human_status: string;
  /** Сколько, по словам плательщика, заплачено */
  amount: string;
  /** На какую сумму закрылся заказ: оператор может найти другую; null, пока не подтверждена */
  paid_amount: string | null;
  /** Имя квитанции */
  file_name: string | null;
  created_at: string;
  /** Когда подтверждена или отклонена */
  closed_at: string | null;
  /** Чьего ответа ждёт апелляция; null — завершена */
  stage: 'trader' | 'merchant' | 'operator' | null;
  /** Круг: не больше 3 */
  round: number;
  /** До какого времени ждут ответа; null — завершена или решает оператор */
  answer_until: string | null;
  /** confirmed — подтверждена, split — на часть суммы, declined — отклонена; null — ещё открыта */
  outcome: 'confirmed' | 'split' | 'declined' | null;
  /** Причина последнего отказа */
  reason: 'not_received' | 'fake_receipt' | 'other_amount' | 'other_requisite' | 'refunded' | null;
  human_reason: string | null;
  /** Все шаги по порядку */
  steps: AppealStep[];
}

export interface AppealStep {
  number: number;
  created_at: string;
  /** Круг: не больше 3 */
  round: number;
  step: 'open' | 'evidence' | 'decline' | 'contest' | 'accept' | 'escalate' | 'confirm' | 'split';
  /** Кто: timer — никто не ответил вовремя */
  by: 'merchant' | 'trader' | 'operator' | 'timer';
  /** Причина отказа */
  reason: 'not_received' | 'fake_receipt' | 'other_amount' | 'other_requisite' | 'refunded' | null;
  human_reason: string | null;
  comment: string | null;
  /** Заявленная сумма, или на какую подтверждена */
  amount: string | null;
  /** Чьего ответа ждёт апелляция; null — завершена */
  stage: 'trader' | 'merchant' | 'operator' | null;
  /** До какого времени ждут ответа; null — завершена или решает оператор */
  answer_until: string | null;
  /** Имена файлов вашей стороны */
  files: string[];
}

export interface AppealList {
  /** Сколько всего; null, когда отобрано по времени, набору, `payer_id` или `cursor`: это не считается */
  count: number | null;
  results: Appeal[];
  /** Для следующего запроса с теми же полями; null — дальше пока ничего нет */
  next_cursor: string | null;
}

export interface AppealComment {
  /** Это прочтут трейдер и оператор */
  comment?: string | undefined;
}

export interface CreatePayout {
  /** Рубли: строка или число, не больше двух знаков после точки; не меньше `payout_min` из /limits */
  amount: string | number;
  method: 'sbp' | 'c2c';
  /** Получатель: имя буквами, кириллицей или латиницей */
  fio: string;
  /** Для sbp обязателен: российский мобильный номер, в ответе — +7 и десять цифр */
  phone?: string | undefined;
  /** Для c2c обязателен: номер карты (16–19 цифр) или счёта (20 цифр); пробелы и дефисы убираются */
  bank_account?: string | undefined;
  /** Банк получателя: идентификатор участника СБП из /sbp-members; называйте его при sbp */
  recipient_bank?: string | null | undefined;
  /** Ваш номер: один на заказ или выплату */
  external_id: string;
  /** Ваш номер плательщика или получателя: по нему можно отобрать */
  payer_id?: string | undefined;
  /** Ваши данные: до 20 полей, имя до 40 символов, значение — строка до 500 */
  metadata?: Record<string, string> | undefined;
}

export interface Payout {
  id: string;
  /** null у выплаты, созданной в кабинете */
  external_id: string | null;
  status: 'OPEN' | 'IN_WORK' | 'DONE' | 'CANCELLED';
  /** Статус по-русски */
  human_status: string;
  /** Рубли */
  amount: string;
  /** Рублей за 1 USDT, на момент создания */
  conversion_rate: string;
  amount_in_usdt: string;
  /** Комиссия: удерживается вместе с amount_in_usdt */
  fee_in_usdt: string;
  method: 'sbp' | 'c2c';
  fio: string;
  phone: string;
  bank_account: string;
  /** Банк получателя; null, если вы его не назвали */
  recipient_bank: SbpMember | null;
  /** Подтверждение перевода; ссылка действует 10 минут */
  photo: {
    url: string;
    name: string;
  } | null;
  created_at: string;
  /** Когда выполнена или отменена */
  closed_at: string | null;
  /** Что с выполненной выплатой: contestable — можно ответить, что деньги не пришли; contested — вы так ответили, решает оператор; settled — завершена; returned — деньги вернулись к вам, статус CANCELLED */
  settlement: 'contestable' | 'contested' | 'settled' | 'returned' | null;
  /** До какого времени можно ответить, что деньги не пришли */
  contest_until: string | null;
  /** Что вы ответили */
  contest_reason: string | null;
  /** Что ответил оператор, если решал он */
  decision_reason: string | null;
  /** Ваш номер плательщика или получателя */
  payer_id: string | null;
  /** Ваши данные; {}, если их нет */
  metadata: Record<string, string>;
}

export interface SbpMember {
  /** Идентификатор участника СБП */
  id: string;
  name: string;
}

export interface PayoutList {
  /** Сколько всего; null, когда отобрано по времени, набору, `payer_id` или `cursor`: это не считается */
  count: number | null;
  results: Payout[];
  /** Для следующего запроса с теми же полями; null — дальше пока ничего нет */
  next_cursor: string | null;
}

export interface ContestPayout {
  /** Что случилось: это прочтут оператор и трейдер */
  reason: string;
}

export interface EventList {
  results: Event[];
  /** Для следующего запроса; есть всегда: события продолжаются */
  next_cursor: string;
}

export interface Event {
  /** Номер события */
  id: string;
  /** Как в вебхуке: `order.closed`, `payout.done`, … */
  type: string;
  object: 'order' | 'appeal' | 'payout' | 'withdrawal' | 'report';
  object_id: string;
  /** Когда случилось */
  created_at: string;
  /** Когда дошёл вебхук о нём; null — не дошёл или не отправлялся */
  delivered_at: string | null;
}

export interface Balance {
  /** Доступно */
  balance: string;
  /** Удержано под выводы и выплаты */
  held: string;
  /** Долг: возвращено по закрытым заказам больше, чем было на балансе; гасится из следующих заказов */
  debt: string;
}

export interface OperationList {
  /** Сколько всего; null, когда отобрано по времени, набору, `payer_id` или `cursor`: это не считается */
  count: number | null;
  results: Operation[];
  /** Для следующего запроса с теми же полями; null — дальше пока ничего нет */
  next_cursor: string | null;
}

export interface Operation {
  /** Номер движения: с 1, без пропусков */
  number: number;
  type: 'ADD' | 'SUBTRACT';
  /** Без знака */
  amount_in_usdt: string;
  /** Причина: order_close, order_reversal, payout_hold, debt_payment, … */
  reason: string;
  /** Заказ, выплата или вывод */
  object_id: string;
  created_at: string;
}

export interface WithdrawalList {
  /** Сколько всего; null, когда отобрано по времени, набору, `payer_id` или `cursor`: это не считается */
  count: number | null;
  results: Withdrawal[];
  /** Для следующего запроса с теми же полями; null — дальше пока ничего нет */
  next_cursor: string | null;
}

export interface Withdrawal {
  id: string;
  status: 'OPEN' | 'CLOSED';
  human_status: string;
  /** Чем закончился закрытый вывод: отправлен только SENT; null, пока открыт */
  outcome: 'SENT' | 'REJECTED' | 'CANCELLED' | null;
  /** Почему оператор отклонил вывод; null, если не отклонял */
  rejected_reason: string | null;
  amount_in_usdt: string;
  /** Адрес TRON */
  wallet: string;
  /** Хеш перевода; null, если не отправлен */
  transaction_hash: string | null;
  created_at: string;
  /** Когда оператор начал отправку: с этого момента вывод не отменить */
  sending_at: string | null;
  closed_at: string | null;
}

export interface CreateWithdrawal {
  /** Целое число USDT */
  amount_in_usdt: string;
  /** Кошелёк: `id` из `GET /wallets` */
  wallet_id: string;
}

export interface Wallet {
  id: string;
  /** Адрес TRON */
  wallet: string;
  /** На старый адрес не из сети TRON вывести нельзя */
  is_valid: boolean;
  created_at: string;
  /** С какого времени на него можно вывести; null — уже можно */
  usable_at: string | null;
}

export interface Report {
  from: string;
  /** Не позже сегодняшнего дня */
  to: string;
  /** Дни до него ещё пересчитываются; null — посчитано всё */
  counted_since: string | null;
  rows: ReportRow[];
}

export interface ReportRow {
  /** Начало дня или часа */
  start: string;
  /** Банк (`id` из `GET /banks`), `sbp` или `c2c`, номер полосы сумм; без `by` пусто */
  key: string;
  /** Полоса сумм: от */
  min_amount: string | null;
  /** Полоса сумм: меньше этой; null у последней */
  below_amount: string | null;
  /** Запрошено: выдано и отказано; null при `by` */
  asked: number | null;
  /** Выдано */
  issued: number;
  issued_amount: string;
  /** Оплачено */
  closed: number;
  /** Из оплаченных — после срока */
  late: number;
  /** Истекло */
  expired: number;
  /** Отменено */
  cancelled: number;
  /** Оплачено из оплаченных, истёкших и отменённых, в сотых процента; null — пока никаких */
  conversion_bp: number | null;
  /** Оплаченные рубли без возвратов */
  amount: string;
  /** Заказов с возвратом */
  reversed: number;
  reversed_amount: string;
  /** Рубли истёкших и отменённых */
  lost_amount: string;
  /** Комиссия */
  fee_in_usdt: string;
  /** Апелляции по этим заказам */
  appeals: number;
  /** Из них решённые за вас */
  appeals_won: number;
}

export interface Rate {
  rate: string;
  updated_at: string;
  is_stale: boolean;
}

export interface Bank {
  id: number;
  name: string;
}

export interface Limits {
  /** Активные заказы; null — не ограничено */
  active_orders: {
    limit: number | null;
    used: number | null;
  };
  /** Сумма активных заказов, рубли; null — не ограничена */
  active_sum: {
    limit: string | null;
    used: string | null;
  };
  /** Заказы последних 60 минут, которые не закрыты; null — не ограничено */
  unpaid_hour: {
    limit: number | null;
    used: number | null;
  };
  /** Запросы всех ваших ключей в секунду; null — не ограничено */
  requests_second: number | null;
  /** Наименьшая выплата, рубли */
  payout_min: string;
  /** Сколько дней после `expires_at` заказа можно открыть апелляцию */
  appeal_days: number;
  /** Апелляция — не больше чем на столько сумм заказа */
  appeal_multiple: number;
  /** Что будет, когда на заказ пришла другая сумма; меняется в кабинете, ключом — нельзя */
  other_sum: {
    rule: 'never' | 'down_to' | 'ask';
    missing_percent: number | null;
  };
  /** Наименьший заказ, рубли */
  order_min: string;
  /** Какие заказы были бы выданы сейчас */
  possible: PossibleSums[];
}

export interface PossibleSums {
  method: 'sbp' | 'c2c';
  /** Номер из /banks; null — если банк не назван */
  bank: number | null;
  /** Все суммы по порядку. Ровно такая сумма другого заказа может быть занята несколько минут */
  ranges: ({
    from: string;
    /** Включительно; null — без конца */
    to: string | null;
    /** yes — выдаётся, not_now — сейчас некому принять, never — таких сумм здесь не бывает */
    answer: 'yes' | 'not_now' | 'never';
  })[];
}

export interface CreateExport {
  /** Какой список; ключу нужно право на него */
  list: 'orders' | 'appeals' | 'payouts' | 'operations' | 'withdrawals';
  /** csv — UTF-8, точка с запятой, десятичная запятая; xlsx — числа и даты */
  format?: 'csv' | 'xlsx' | undefined;
  /** Фильтры списка, как в его запросе; без страниц */
  filters?: Record<string, string> | undefined;
  /** Ключи столбцов по порядку; без них — все. Ключ, которого у файла нет, пропускается */
  columns?: string[] | undefined;
}

/** Файл списка: задание и что из него вышло */
export interface Export {
  id: string;
  format: 'csv' | 'xlsx';
  /** queued — ждёт, running — готовится, done — готов, failed — не получился, stopped — остановлен */
  state: 'queued' | 'running' | 'done' | 'failed' | 'stopped';
  /** Сколько строк записано */
  rows_done: number;
  /** Сколько всего; null — пока неизвестно */
  rows_total: number | null;
  /** На какой момент данные: все строки файла — на один */
  snapshot_at: string | null;
  /** Файл начат заново, на новый момент: прежняя попытка оборвалась */
  is_restarted: boolean;
  /** Размер в байтах */
  size: number | null;
  /** Почему не получился */
  failure: string | null;
  created_at: string;
  ended_at: string | null;
  /** До какого времени файл можно забрать */
  expires_at: string | null;
  /** Какой список; ключу нужно право на него */
  list: 'orders' | 'appeals' | 'payouts' | 'operations' | 'withdrawals';
}

export interface OrderMessage {
  type: 'order.active' | 'order.closed' | 'order.expired' | 'order.appeal' | 'order.declined' | 'order.reversed';
  timestamp: string;
  test?: boolean | undefined;
  data: Order;
}

export interface AppealMessage {
  type: 'appeal.open' | 'appeal.processed' | 'appeal.closed' | 'appeal.evidence' | 'appeal.declined' | 'appeal.contested' | 'appeal.escalated';
  timestamp: string;
  test?: boolean | undefined;
  data: Appeal;
}

export interface PayoutMessage {
  type: 'payout.open' | 'payout.in_work' | 'payout.done' | 'payout.cancelled' | 'payout.contested' | 'payout.settled';
  timestamp: string;
  test?: boolean | undefined;
  data: PayoutInMessage;
}

export interface PayoutInMessage {
  id: string;
  /** null у выплаты, созданной в кабинете */
  external_id: string | null;
  status: 'OPEN' | 'IN_WORK' | 'DONE' | 'CANCELLED';
  /** Статус по-русски */
  human_status: string;
  /** Рубли */
  amount: string;
  /** Рублей за 1 USDT, на момент создания */
  conversion_rate: string;
  amount_in_usdt: string;
  /** Комиссия: удерживается вместе с amount_in_usdt */
  fee_in_usdt: string;
  method: 'sbp' | 'c2c';
  fio: string;
  phone: string;
  bank_account: string;
  /** Банк получателя; null, если вы его не назвали */
  recipient_bank: SbpMember | null;
  created_at: string;
  /** Когда выполнена или отменена */
  closed_at: string | null;
  /** Что с выполненной выплатой: contestable — можно ответить, что деньги не пришли; contested — вы так ответили, решает оператор; settled — завершена; returned — деньги вернулись к вам, статус CANCELLED */
  settlement: 'contestable' | 'contested' | 'settled' | 'returned' | null;
  /** До какого времени можно ответить, что деньги не пришли */
  contest_until: string | null;
  /** Что вы ответили */
  contest_reason: string | null;
  /** Что ответил оператор, если решал он */
  decision_reason: string | null;
  /** Ваш номер плательщика или получателя */
  payer_id: string | null;
  /** Ваши данные; {}, если их нет */
  metadata: Record<string, string>;
}

export interface WithdrawalMessage {
  type: 'withdrawal.open' | 'withdrawal.closed' | 'withdrawal.rejected' | 'withdrawal.cancelled';
  timestamp: string;
  test?: boolean | undefined;
  data: Withdrawal;
}

export interface ReportMessage {
  type: 'report.day';
  timestamp: string;
  test?: boolean | undefined;
  data: DayReport;
}

export interface DayReport {
  /** Московский день, о котором отчёт */
  day: string;
  /** Запрошено: выдано и отказано; null при `by` */
  asked: number | null;
  /** Выдано */
  issued: number;
  issued_amount: string;
  /** Оплачено */
  closed: number;
  /** Из оплаченных — после срока */
  late: number;
  /** Истекло */
  expired: number;
  /** Отменено */
  cancelled: number;
  /** Оплачено из оплаченных, истёкших и отменённых, в сотых процента; null — пока никаких */
  conversion_bp: number | null;
  /** Оплаченные рубли без возвратов */
  amount: string;
  /** Заказов с возвратом */
  reversed: number;
  reversed_amount: string;
  /** Рубли истёкших и отменённых */
  lost_amount: string;
  /** Комиссия */
  fee_in_usdt: string;
  /** Апелляции по этим заказам */
  appeals: number;
  /** Из них решённые за вас */
  appeals_won: number;
}

/** A message of a webhook. */
export type Message = OrderMessage | AppealMessage | PayoutMessage | WithdrawalMessage | ReportMessage;

/** Every refusal, and those to come. 'unknown': not of the API, but of something on the way. */
export type Code = 'address_refused' | 'api_key_expired' | 'appeal_evidence' | 'appeal_files' | 'appeal_late' | 'appeal_status' | 'appeal_turn' | 'bad_api_key' | 'busy' | 'contest_over' | 'debt' | 'export_not_ready' | 'exports_busy' | 'exports_many' | 'external_id_taken' | 'headers_too_large' | 'idempotency_mismatch' | 'idempotency_running' | 'insufficient_funds' | 'internal' | 'invalid' | 'malformed' | 'media_type' | 'merchant_limit' | 'no_claim' | 'no_rate' | 'no_requisite' | 'not_found' | 'order_status' | 'payout_contested' | 'payout_status' | 'payouts_disabled' | 'rate_limited' | 'rate_stale' | 'scope_missing' | 'sum_impossible' | 'timeout' | 'too_large' | 'too_many_rows' | 'traffic_stopped' | 'unavailable' | 'wallet_waits' | 'withdrawal_sending' | 'withdrawal_status' | 'withdrawals_disabled' | 'unknown' | (string & {});

/** The calls. */
export interface Calls {
  /** Заказ активен 15 минут. Плательщик переводит ровно `amount` на `requisite`, или вы отправляете его на `payment_url`. Что можно создать сейчас, говорит `GET /limits`. */
  createOrder: (body: CreateOrder, options?: CallOptions) => Promise<NewOrder>;
  /** Без `cursor` — страницы. Для обхода всех строк и для того, что изменилось, берите `cursor` и `updated_since`. */
  listOrders: (query?: {
    /** Номер страницы, с 1; новые строки её сдвигают — для обхода берите `cursor` */
    page?: number;
    page_size?: number;
    /** `next_cursor` прежнего ответа: следующие строки, без сдвига */
    cursor?: string;
    /** Один статус или несколько через запятую */
    status?: ('ACTIVE' | 'CLOSED' | 'EXPIRED' | 'APPEAL' | 'DECLINED')[];
    /** Созданные в это время и позже */
    created_from?: string | Date;
    /** Созданные раньше этого времени */
    created_to?: string | Date;
    /** Изменившиеся в это время и позже: в порядке изменений, старые сверху; дальше — по `next_cursor` */
    updated_since?: string | Date;
    /** Ваш номер: один на заказ или выплату */
    external_id?: string;
    /** Ваш номер плательщика или получателя: по нему можно отобрать */
    payer_id?: string;
  }, options?: CallOptions) => Promise<OrderList>;
  /** Заказ, каким он стал. Чужой и неизвестный — одинаково 404. */
  getOrder: (id: string, options?: CallOptions) => Promise<Order>;
  /** Пока заказ `ACTIVE`; он станет `DECLINED`, и реквизит освободится. */
  cancelOrder: (id: string, options?: CallOptions) => Promise<Order>;
  /** Квитанция рисуется заново, и трейдер видит рисунок. По заказу открыта не больше чем одна апелляция. */
  openAppeal: (id: string, body: {
    /** Сколько заплачено: не больше суммы заказа, умноженной на `appeal_multiple` из /limits */
    amount: string | number;
    /** Что говорит плательщик */
    comment?: string | undefined;
    file: Blob;
  }, options?: CallOptions) => Promise<Appeal>;
  /** Открыть апелляцию по словам плательщика: его чеки приложатся сами */
  openAppealByClaim: (id: string, body: {
    /** Сколько заплачено; без неё — сумма заказа */
    amount?: string | number | undefined;
    /** Без него — комментарий плательщика */
    comment?: string | undefined;
  }, options?: CallOptions) => Promise<Appeal>;
  /** Как список заказов; `order_id` — апелляции одного заказа. */
  listAppeals: (query?: {
    /** Номер страницы, с 1; новые строки её сдвигают — для обхода берите `cursor` */
    page?: number;
    page_size?: number;
    /** `next_cursor` прежнего ответа: следующие строки, без сдвига */
    cursor?: string;
    /** Один статус или несколько через запятую */
    status?: ('OPEN' | 'PROCESSED' | 'CLOSED')[];
    /** Созданные в это время и позже */
    created_from?: string | Date;
    /** Созданные раньше этого времени */
    created_to?: string | Date;
    /** Изменившиеся в это время и позже: в порядке изменений, старые сверху; дальше — по `next_cursor` */
    updated_since?: string | Date;
    order_id?: string;
  }, options?: CallOptions) => Promise<AppealList>;
  /** Со всеми шагами, их причинами и словами; чья очередь — в `stage`. */
  getAppeal: (id: string, options?: CallOptions) => Promise<Appeal>;
  /** Картинка или pdf в поле `file`; очередь ответа от этого не меняется. */
  addEvidence: (id: string, body: {
    file: Blob;
  }, options?: CallOptions) => Promise<Appeal>;
  /** Начинается следующий круг; после третьего решает оператор. */
  contestAppeal: (id: string, body?: AppealComment, options?: CallOptions) => Promise<Appeal>;
  /** Заказ вернётся в прежний статус. */
  acceptAppeal: (id: string, options?: CallOptions) => Promise<Appeal>;
  /** Не дожидаясь следующего круга. */
  escalateAppeal: (id: string, body?: AppealComment, options?: CallOptions) => Promise<Appeal>;
  /** Сумма и комиссия сразу удерживаются с баланса. Получатель — `phone` для `sbp`, `bank_account` для `c2c`. */
  createPayout: (body: CreatePayout, options?: CallOptions) => Promise<Payout>;
  /** Как список заказов: страницы, `cursor`, `updated_since`, отбор по времени, статусам и `payer_id`. */
  listPayouts: (query?: {
    /** Номер страницы, с 1; новые строки её сдвигают — для обхода берите `cursor` */
    page?: number;
    page_size?: number;
    /** `next_cursor` прежнего ответа: следующие строки, без сдвига */
    cursor?: string;
    /** Один статус или несколько через запятую */
    status?: ('OPEN' | 'IN_WORK' | 'DONE' | 'CANCELLED')[];
    /** Созданные в это время и позже */
    created_from?: string | Date;
    /** Созданные раньше этого времени */
    created_to?: string | Date;
    /** Изменившиеся в это время и позже: в порядке изменений, старые сверху; дальше — по `next_cursor` */
    updated_since?: string | Date;
    /** Ваш номер: один на заказ или выплату */
    external_id?: string;
    /** Ваш номер плательщика или получателя: по нему можно отобрать */
    payer_id?: string;
  }, options?: CallOptions) => Promise<PayoutList>;
  /** Выплата, какой она стала, со свежей ссылкой на подтверждение. */
  getPayout: (id: string, options?: CallOptions) => Promise<Payout>;
  /** Пока выплата `OPEN`: сумма и комиссия вернутся на баланс. */
  cancelPayout: (id: string, options?: CallOptions) => Promise<Payout>;
  /** Разбирает оператор; пока он не решил, вознаграждение трейдера удержано. */
  contestPayout: (id: string, body: ContestPayout, options?: CallOptions) => Promise<Payout>;
  /** Всё, о чём говорят вебхуки, и без адреса для них. Первый запрос — с `since`, дальше — `cursor`: новые события приходят после последнего. */
  listEvents: (query?: {
    /** С этого времени; без него — с начала */
    since?: string | Date;
    /** `next_cursor` прежнего ответа */
    cursor?: string;
    page_size?: number;
    /** Один тип или несколько через запятую */
    type?: ('order.active' | 'order.closed' | 'order.expired' | 'order.appeal' | 'order.declined' | 'order.reversed' | 'appeal.open' | 'appeal.processed' | 'appeal.closed' | 'appeal.evidence' | 'appeal.declined' | 'appeal.contested' | 'appeal.escalated' | 'payout.open' | 'payout.in_work' | 'payout.done' | 'payout.cancelled' | 'payout.contested' | 'payout.settled' | 'withdrawal.open' | 'withdrawal.closed' | 'withdrawal.rejected' | 'withdrawal.cancelled' | 'report.day')[];
    /** События одного объекта */
    object_id?: string;
  }, options?: CallOptions) => Promise<EventList>;
  /** USDT: сколько доступно, сколько удержано и каков долг. */
  getBalance: (options?: CallOptions) => Promise<Balance>;
  /** Каждое движение с причиной и тем, из-за чего оно. Движения не меняются. */
  listOperations: (query?: {
    /** Номер страницы, с 1; новые строки её сдвигают — для обхода берите `cursor` */
    page?: number;
    page_size?: number;
    /** `next_cursor` прежнего ответа: следующие строки, без сдвига */
    cursor?: string;
    /** Созданные в это время и позже */
    created_from?: string | Date;
    /** Созданные раньше этого времени */
    created_to?: string | Date;
  }, options?: CallOptions) => Promise<OperationList>;
  /** Как список заказов: страницы, `cursor`, `updated_since`, отбор по времени и статусам. */
  listWithdrawals: (query?: {
    /** Номер страницы, с 1; новые строки её сдвигают — для обхода берите `cursor` */
    page?: number;
    page_size?: number;
    /** `next_cursor` прежнего ответа: следующие строки, без сдвига */
    cursor?: string;
    /** Один статус или несколько через запятую */
    status?: ('OPEN' | 'CLOSED')[];
    /** Созданные в это время и позже */
    created_from?: string | Date;
    /** Созданные раньше этого времени */
    created_to?: string | Date;
    /** Изменившиеся в это время и позже: в порядке изменений, старые сверху; дальше — по `next_cursor` */
    updated_since?: string | Date;
  }, options?: CallOptions) => Promise<WithdrawalList>;
  /** Сумма сразу удерживается с баланса, отправляет её оператор. Нужны право `withdrawals` и включённый владельцем «Вывод по API»; кошелёк — из уже добавленных, 404 — такого у вас нет. */
  createWithdrawal: (body: CreateWithdrawal, options?: CallOptions) => Promise<Withdrawal>;
  /** Чем он закончился, говорит `outcome`: отправлен только `SENT`. */
  getWithdrawal: (id: string, options?: CallOptions) => Promise<Withdrawal>;
  /** Пока вывод `OPEN` и `sending_at` пуст: USDT вернутся на баланс. Можно отменить и созданный в кабинете. */
  cancelWithdrawal: (id: string, options?: CallOptions) => Promise<Withdrawal>;
  /** Добавляют и удаляют их только в кабинете. Номер кошелька — `wallet_id` в `POST /withdrawals`. */
  listWallets: (options?: CallOptions) => Promise<Wallet[]>;
  /** Показатели заказов, созданных в каждый день или час: какими они стали к этой минуте. Поздняя оплата и возврат меняют тот час, в который заказ был создан. Дни московские; строк, за которые ничего не было, нет. */
  getReport: (query?: {
    /** Первый день */
    from?: string;
    /** Последний день; вместе не больше года */
    to?: string;
    /** По часам — не больше недели, и не старше 90 дней */
    step?: 'day' | 'hour';
    /** Отдельно по банкам, способам или суммам */
    by?: 'bank' | 'method' | 'band';
  }, options?: CallOptions) => Promise<Report>;
  /** По нему создаются новые заказы и выплаты; `is_stale` — устарел, и они не создаются. */
  getRate: (options?: CallOptions) => Promise<Rate>;
  /** Номер банка — `bank` в `POST /orders`. */
  listBanks: (options?: CallOptions) => Promise<Bank[]>;
  /** Идентификатор — `recipient_bank` в `POST /payouts`. */
  listSbpMembers: (options?: CallOptions) => Promise<SbpMember[]>;
  /** Что вы можете держать и сколько держите, и какие суммы заказов были бы выданы сейчас. */
  getLimits: (options?: CallOptions) => Promise<Limits>;
  /** Файл готовится заданием: спрашивайте `GET /exports/{id}`, пока `state` не станет `done`, и забирайте `GET /exports/{id}/file` в течение суток. Последняя строка — количество и суммы. Одновременно готовятся три файла аккаунта. */
  createExport: (body: CreateExport, options?: CallOptions) => Promise<Export>;
  /** Файлы, которые заказывал сервер; заказанных людьми в кабинете здесь нет. */
  getExport: (id: string, options?: CallOptions) => Promise<Export>;
  /** С готовым файлом ничего не случится. */
  stopExport: (id: string, options?: CallOptions) => Promise<Export>;
  /** Готовый файл целиком: CSV или XLSX, как заказан. Пока он готовится — 409 `export_not_ready`; через сутки после готовности — 404. */
  getExportFile: (id: string, options?: CallOptions) => Promise<Uint8Array>;
  /** Тест: заказ оплачен */
  payTestOrder: (id: string, options?: CallOptions) => Promise<Order>;
  /** Только тестовый ключ. Из `ACTIVE` или `EXPIRED`; рабочему ключу — 404. */
  payTestOrderLate: (id: string, options?: CallOptions) => Promise<Order>;
  /** Только тестовый ключ. Отвечать на неё — вам; рабочему ключу — 404. */
  payTestOrderLess: (id: string, body?: {
    /** Рубли; без неё — на десятую часть меньше */
    amount?: string | number | undefined;
  }, options?: CallOptions) => Promise<Appeal>;
  /** Только тестовый ключ. Отвечает трейдер: `confirm` или `decline`; рабочему ключу — 404. */
  appealTestOrder: (id: string, body?: {
    /** Рубли; без неё — сумма заказа */
    amount?: string | number | undefined;
  }, options?: CallOptions) => Promise<Appeal>;
  /** Только тестовый ключ. Заказ закроется на эту сумму; рабочему ключу — 404. */
  confirmTestAppeal: (id: string, body?: {
    /** Рубли, не больше заявленного в апелляции; без неё — заявленное */
    amount?: string | number | undefined;
  }, options?: CallOptions) => Promise<Appeal>;
  /** Только тестовый ключ. Дальше — круги, как в рабочем режиме; рабочему ключу — 404. */
  declineTestAppeal: (id: string, options?: CallOptions) => Promise<Appeal>;
  /** Только тестовый ключ. Из `OPEN` в `DONE`; рабочему ключу — 404. */
  completeTestPayout: (id: string, options?: CallOptions) => Promise<Payout>;
  /** Только тестовый ключ. В `CANCELLED`; рабочему ключу — 404. */
  refuseTestPayout: (id: string, options?: CallOptions) => Promise<Payout>;
}

/** @internal */
export const OPERATIONS = {
  createOrder: ['POST', '/orders', 'body'],
  listOrders: ['GET', '/orders', 'query'],
  getOrder: ['GET', '/orders/{id}', ''],
  cancelOrder: ['POST', '/orders/{id}/cancel', ''],
  openAppeal: ['POST', '/orders/{id}/appeals', 'form'],
  openAppealByClaim: ['POST', '/orders/{id}/appeals/by-claim', 'body'],
  listAppeals: ['GET', '/appeals', 'query'],
  getAppeal: ['GET', '/appeals/{id}', ''],
  addEvidence: ['POST', '/appeals/{id}/evidence', 'form'],
  contestAppeal: ['POST', '/appeals/{id}/contest', 'body'],
  acceptAppeal: ['POST', '/appeals/{id}/accept', ''],
  escalateAppeal: ['POST', '/appeals/{id}/escalate', 'body'],
  createPayout: ['POST', '/payouts', 'body'],
  listPayouts: ['GET', '/payouts', 'query'],
  getPayout: ['GET', '/payouts/{id}', ''],
  cancelPayout: ['POST', '/payouts/{id}/cancel', ''],
  contestPayout: ['POST', '/payouts/{id}/contest', 'body'],
  listEvents: ['GET', '/events', 'query'],
  getBalance: ['GET', '/balance', ''],
  listOperations: ['GET', '/operations', 'query'],
  listWithdrawals: ['GET', '/withdrawals', 'query'],
  createWithdrawal: ['POST', '/withdrawals', 'body'],
  getWithdrawal: ['GET', '/withdrawals/{id}', ''],
  cancelWithdrawal: ['POST', '/withdrawals/{id}/cancel', ''],
  listWallets: ['GET', '/wallets', ''],
  getReport: ['GET', '/reports', 'query'],
  getRate: ['GET', '/rate', ''],
  listBanks: ['GET', '/banks', ''],
  listSbpMembers: ['GET', '/sbp-members', ''],
  getLimits: ['GET', '/limits', ''],
  createExport: ['POST', '/exports', 'body'],
  getExport: ['GET', '/exports/{id}', ''],
  stopExport: ['POST', '/exports/{id}/stop', ''],
  getExportFile: ['GET', '/exports/{id}/file', ''],
  payTestOrder: ['POST', '/test/orders/{id}/pay', ''],
  payTestOrderLate: ['POST', '/test/orders/{id}/late', ''],
  payTestOrderLess: ['POST', '/test/orders/{id}/short', 'body'],
  appealTestOrder: ['POST', '/test/orders/{id}/appeal', 'body'],
  confirmTestAppeal: ['POST', '/test/appeals/{id}/confirm', 'body'],
  declineTestAppeal: ['POST', '/test/appeals/{id}/decline', ''],
  completeTestPayout: ['POST', '/test/payouts/{id}/complete', ''],
  refuseTestPayout: ['POST', '/test/payouts/{id}/refuse', ''],
} as const;
