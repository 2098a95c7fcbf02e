import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { MINUTE } from '../../kernel/clock.ts';
import { showsSms } from '../bank-messages/index.ts';
import { type Decision, distance, type DecisionInput } from './rules.ts';

const NO_BREAK_SPACE = '\u00A0';

/** `1 500,00` */
function figures(kopecks: bigint): string {
  const [whole = '', cents = ''] = formatMinorUnits(kopecks, SCALE.rub).split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE)},${cents}`;
}

/** `1 500,00 ₽` */
const roubles = (kopecks: bigint) => `${figures(kopecks)}${NO_BREAK_SPACE}₽`;

/** `было 12 340,00 + 1 500,00`, which is the balance of the message, or is not. */
const sumOf = (before: bigint, kopecks: bigint) => `было ${figures(before)} + ${figures(kopecks)}`;

const MINUTES_IN_HOUR = 60;

/** `3 мин`, `2 ч 5 мин`; empty below a minute. */
function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  const hours = Math.floor(minutes / MINUTES_IN_HOUR);
  const rest = minutes % MINUTES_IN_HOUR;
  return [hours > 0 ? `${hours} ч` : '', rest > 0 ? `${rest} мин` : ''].filter(Boolean).join(' ');
}

/** `меньше чем за минуту`, `за 3 мин`, `за 2 ч 5 мин` */
const within = (milliseconds: number) =>
  milliseconds < MINUTE ? 'меньше чем за минуту' : `за ${duration(milliseconds)}`;

/** A message that took so long to reach us is told to be late: its phone was offline, or repeated it. */
const LATE_MS = 2 * MINUTE;

/** A sender's name in a sentence. */
const MAX_NAME_LENGTH = 40;

const NUMERALS: Record<number, string> = { 2: 'двумя', 3: 'тремя', 4: 'четырьмя' };

/** A sentence for the trader, with the figures of the moment of the decision. */
export function reasonOf(decision: Decision, input: DecisionInput, paused: number): string {
  const late = input.at.getTime() - input.heardAt.getTime();
  const reason = sentenceOf(decision, input, paused);
  return late < LATE_MS ? reason : `${reason} · пришло через ${duration(late)}`;
}

/** Why the balance, or the number of messages, settled it. */
function groundOf({ balance: ground }: Decision, { reading: { kopecks = 0n } }: DecisionInput): string {
  if (ground?.rule === 'balance') {
    return `. Остаток подтвердил: ${sumOf(ground.before, kopecks)} = ${figures(ground.before + kopecks)}`;
  }
  return ground?.rule === 'count' ? `. ${PAID_BY_COUNT}` : '';
}

const PAID_BY_COUNT = 'Сообщений столько же, сколько заказов на эту сумму: оплачены все';

/** The reason of an earlier message that is paired off with an order. */
export const REASON_BY_COUNT = `Оплатило заказ. ${PAID_BY_COUNT}`;

function mismatch({ balance: ground }: Decision, { reading }: DecisionInput): string {
  const { kopecks = 0n, balance = 0n } = reading;
  if (ground?.rule !== 'doubt') return 'Остаток не сходится: подтвердите заказ сами';
  const { before, isElsewhere } = ground;
  return isElsewhere
    ? `Остаток не сходится: деньги пришли на другой реквизит, ${sumOf(before, kopecks)} = ${figures(balance)}. Проверьте в банке`
    : `Остаток не сходится: ${sumOf(before, kopecks)}, а банк пишет ${figures(balance)}. Проверьте в банке и подтвердите заказ сами`;
}

function sentenceOf(decision: Decision, input: DecisionInput, paused: number): string {
  const { outcome, order, candidates = [] } = decision;
  const { kopecks = 0n, tail } = input.reading;
  switch (outcome) {
    case 'paid':
      return `Оплатило заказ${groundOf(decision, input)}`;
    case 'balance_mismatch':
      return mismatch(decision, input);
    case 'ambiguous':
      return `Сумма совпала с ${NUMERALS[candidates.length] ?? candidates.length} заказами: подтвердите нужный сами`;
    case 'no_order':
      return candidates.length > 0
        ? `Нет активного заказа на ${roubles(kopecks)}, но есть неоплаченные на эту сумму`
        : `Нет активного заказа на ${roubles(kopecks)}`;
    case 'near':
      return `Сумма отличается от заказа на ${roubles(distance(kopecks, candidates[0]?.amount ?? kopecks))}`;
    case 'before_order':
      return 'Сообщение старше заказа на эту сумму';
    case 'expired': {
      const late = input.heardAt.getTime() - (order?.expiresAt.getTime() ?? 0);
      return late >= 0
        ? `Заказ истёк ${within(late)} до сообщения`
        : 'Заказ истёк раньше, чем телефон передал сообщение';
    }
    case 'already_closed':
      return `Заказ на эту сумму уже подтверждён${groundOf(decision, input)}`;
    case 'cancelled':
      return `Заказ отменён магазином${groundOf(decision, input)}`;
    case 'appeal':
      return `По заказу открыта апелляция${groundOf(decision, input)}`;
    case 'unknown_sender':
      return `Отправителя «${input.application.slice(0, MAX_NAME_LENGTH)}» мы не знаем: подтвердите заказ сами`;
    case 'cabinet_blocked':
      return 'Кабинет заблокирован: подтвердите заказ сами';
    case 'tail_mismatch':
      return `Ни у одного реквизита кабинета карта или счёт не кончается на ${tail}`;
    case 'other_bank':
      return 'В кабинете нет реквизита этого банка';
    case 'outgoing':
      return 'Это списание';
    case 'duplicate':
      return 'Повтор сообщения банка';
    case 'block':
      return paused === 0
        ? 'Карта или счёт заблокированы: в кабинете такого реквизита нет'
        : `Карта или счёт заблокированы: ${paused === 1 ? 'реквизит приостановлен' : `приостановлено реквизитов: ${paused}`}`;
    case 'one_time_code':
      return 'Одноразовый код';
    case 'unread':
      return showsSms(input.application)
        ? 'SMS пришла уведомлением, имя отправителя в нём может быть любым: включите пересылку самих SMS'
        : 'Не удалось прочитать сообщение';
  }
}
