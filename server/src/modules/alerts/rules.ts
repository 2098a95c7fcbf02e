import {
  type AlertChannel,
  type AlertKind,
  ALERTS,
  type AlertObject,
  isReport,
  MAX_ALONE,
  type PushedAlert,
} from '@kantor/contract/plain/alerts.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { mayDo, type MemberRole, type Role } from '@kantor/contract/plain/rights.ts';
import { MINUTE, MOSCOW_OFFSET_MS, SECOND } from '../../kernel/clock.ts';
import { analyticsPage, inRoubles, type ReportFacts, reportWords } from './report-words.ts';
import type { CalledKind } from './store/queue.ts';
import type { Choice, Chosen, QuietHours } from './store/settings.ts';

const MINUTES_A_DAY = 24 * 60;

/** Whether a moment lies in somebody's quiet hours. */
function isQuiet(at: Date, quiet: QuietHours | undefined): boolean {
  if (quiet === undefined) return false;
  const minute = Math.floor((at.getTime() + MOSCOW_OFFSET_MS) / MINUTE) % MINUTES_A_DAY;
  const { from, to } = quiet;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** What a person is called for, as they have chosen or as is usual: those kinds that they can see to. */
export const choicesOf = (member: { role: Role; memberRole: MemberRole }, chosen: Chosen | undefined): Choice[] =>
  (Object.keys(ALERTS) as AlertKind[])
    .filter((kind) => ALERTS[kind].rights.some((right) => mayDo(member, right)))
    .map((kind) => {
      const { isOn, sounds } = ALERTS[kind];
      return chosen?.choices.find((choice) => choice.kind === kind) ?? { kind, isOn, sounds };
    });

/** Whether a member is called by a channel for an alert at a moment, and whether they hear it; undefined: they are not. The channels only deliver. */
export function decide(
  member: { role: Role; memberRole: MemberRole; kind: AlertChannel },
  chosen: Chosen | undefined,
  { kind, dueAt }: { kind: AlertKind; dueAt: Date },
): { sounds: boolean } | undefined {
  const choice = choicesOf(member, chosen).find((each) => each.kind === kind);
  if (!choice?.isOn || isQuiet(dueAt, chosen?.quiet)) return undefined;
  if (choice.channels?.includes(member.kind) === false) return undefined;
  return { sounds: choice.sounds };
}

/** One, and many of them: `Новых заказов: 5`. */
const TITLES: Readonly<Record<CalledKind, { one: string; many: string }>> = {
  order_new: { one: 'Новый заказ', many: 'Новых заказов' },
  order_ending: { one: 'У заказа меньше двух минут', many: 'Заказов, у которых меньше двух минут' },
  order_paid: { one: 'Заказ оплачен', many: 'Оплачено заказов' },
  message_to_sort: { one: 'Разберите сообщение банка', many: 'Сообщений банков разобрать' },
  appeal_open: { one: 'Новая апелляция', many: 'Новых апелляций' },
  phone_silent: { one: 'Телефон молчит, а заказы идут', many: 'Молчат телефонов' },
  batch_waiting: { one: 'Выплаты из файла ждут второго участника', many: 'Файлов с выплатами ждут второго участника' },
  requisite_paused: { one: 'Реквизит остановлен: банк сообщил о блокировке', many: 'Остановлено реквизитов' },
  webhooks_failing: { one: 'Вебхуки не доставляются больше часа', many: 'Адресов, где вебхуки не доставляются' },
  webhooks_recovered: { one: 'Вебхуки снова доставляются', many: 'Адресов, где вебхуки снова доставляются' },
  report_day: { one: 'Отчёт за день', many: 'Отчётов за день' },
  report_week: { one: 'Отчёт за неделю', many: 'Отчётов за неделю' },
  test: { one: 'Оповещения работают', many: 'Оповещения работают' },
};

/** The pages of the web; its own test holds them against its addresses. */
const PAGES: Readonly<Record<AlertObject, string>> = {
  order: '/orders',
  notification: '/notifications',
  appeal: '/appeals',
  cabinet: '/cabinets',
  requisite: '/requisites',
  batch: '/payments/files',
  endpoint: '/developer',
  report: analyticsPage('trader'),
};
/** Where the person sets what calls them. */
const SETTINGS_PAGE = '/alerts';

function pathOf(kind: CalledKind, objectId: string | undefined): string {
  if (kind === 'test') return SETTINGS_PAGE;
  const { object } = ALERTS[kind];
  const page = PAGES[object];
  // All endpoints stand on one page, and all figures.
  return objectId === undefined || object === 'endpoint' || object === 'report' ? page : `${page}/${objectId}`;
}

/** What is told of a delivery, or of several of a kind. */
export type Told = Omit<PushedAlert, 'kind'> & { kind: CalledKind; ids: string[]; expiresAt: Date };

interface Tellable {
  id: string;
  kind: CalledKind;
  objectId: string;
  sum: bigint | null;
  /** Of a report. */
  report: ReportFacts | null;
  sounds: boolean;
  expiresAt: Date;
}

function tell(deliveries: readonly [Tellable, ...Tellable[]]): Told {
  const [first] = deliveries;
  const { id, kind, objectId, report } = first;
  const count = deliveries.length;
  const sums = deliveries.flatMap(({ sum }) => sum ?? []);
  const sum =
    sums.length === 0
      ? null
      : formatMinorUnits(
          sums.reduce((a, b) => a + b),
          SCALE.rub,
        );
  const isOne = count === 1;
  return {
    id,
    kind,
    title: isOne ? TITLES[kind].one : `${TITLES[kind].many}: ${count}`,
    group: TITLES[kind].many,
    body: sum === null ? '' : inRoubles(sum),
    count,
    sum,
    path: pathOf(kind, isOne ? objectId : undefined),
    sounds: deliveries.some(({ sounds }) => sounds),
    ids: deliveries.map((delivery) => delivery.id),
    expiresAt: new Date(Math.max(...deliveries.map(({ expiresAt }) => expiresAt.getTime()))),
    ...(isOne && report && kind !== 'test' && isReport(kind) && reportWords(kind, report)),
  };
}

/** What a channel is told of its deliveries: up to three of a kind alone, more of them as one. */
export function gather(deliveries: readonly Tellable[]): Told[] {
  const kinds = [...new Set(deliveries.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const own = deliveries.filter((delivery) => delivery.kind === kind);
    const [first, ...rest] = own;
    if (first === undefined) return [];
    return own.length > MAX_ALONE ? [tell([first, ...rest])] : own.map((delivery) => tell([delivery]));
  });
}

/** Between one attempt and the next: what it is about is over soon. */
const PAUSES_MS = [2 * SECOND, 10 * SECOND, 30 * SECOND];
const MAX_PAUSE_MS = 2 * MINUTE;
const LONGEST_ASKED_MS = 10 * MINUTE;

/** Milliseconds until the next attempt, after so many that failed; what the other side asked for counts. */
export const pauseAfter = (tries: number, asked: number | undefined): number =>
  asked === undefined ? (PAUSES_MS[tries - 1] ?? MAX_PAUSE_MS) : Math.min(Math.max(asked, SECOND), LONGEST_ASKED_MS);
