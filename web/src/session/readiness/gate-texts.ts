import type { Gate } from '@kantor/contract/plain/gates.ts';
import type { AtGates, Readiness } from '@/api/readiness';
import type { TraderTexts as Texts } from '@/shared/i18n/trader';
import { type Amount, formatDecimal, formatUsdt } from '@/shared/lib/format-amount';
import { formatDateTime, formatTime, formatTimeLeft, moscowDay } from '@/shared/lib/format-date';
import { serverNow } from '@/shared/lib/server-clock';

/** Roubles without kopecks where there are none: `300 ₽`. */
const shortRub = (amount: Amount): string => {
  const hasKopecks = /\.0*[1-9]/.test(String(amount));
  return `${formatDecimal(amount, hasKopecks ? 2 : 0, 2)}\u00A0₽`;
};

/** The time alone while it is of today. */
export const formatMoment = (iso: string): string =>
  moscowDay(iso) === moscowDay(new Date(serverNow()).toISOString()) ? formatTime(iso) : formatDateTime(iso);

/** What a page knows of the requisite besides. */
export interface Known {
  isPaused: boolean;
  /** `СБП`, `C2C` or both. */
  methods: string;
  bank: string;
}

type Free = Readiness['free'];

/** `12,40 USDT` and the roubles that they are. */
const inBoth = ({ usdt, rub }: NonNullable<Free>) => ({ usdt: `${formatUsdt(usdt)}\u00A0USDT`, rub: shortRub(rub) });

/** Why a gate stops a requisite, with its number. */
export function stopText(
  t: Texts,
  gate: Gate,
  at: AtGates,
  { free, isPaused = false }: { free: Free; isPaused?: boolean },
) {
  switch (gate) {
    case 'balance':
      return free ? t('trader:stops.balanceOf', inBoth(free)) : t('trader:stops.balance');
    case 'requisite_off':
      if (isPaused) return t('trader:stops.paused');
      if (at.switch_at === null) return t('trader:stops.requisite_off');
      return t('trader:stops.requisite_offUntil', { at: formatMoment(at.switch_at) });
    case 'cabinet':
      return at.cabinet ? t('trader:stops.cabinet') : t('trader:stops.noCabinet');
    case 'device_silent':
      if (at.last_heard_at === null) return t('trader:stops.neverHeard');
      return t('trader:stops.device_silent', { at: formatMoment(at.last_heard_at) });
    case 'current_deals':
      return t('trader:stops.current_deals', { n: at.active_orders, max: at.max_current_deals });
    case 'max_deals':
      return t('trader:stops.max_deals', { n: at.current_deals_count, max: at.max_deals });
    case 'interval':
      return t('trader:stops.interval', { left: formatTimeLeft(Date.parse(at.interval_until ?? '') - serverNow()) });
    default:
      return t(`trader:stops.${gate}`);
  }
}

/** No order is smaller. */
const SMALLEST_RUB = 0.01;

function sums(t: Texts, { amount_from: from, amount_to: to }: Pick<AtGates, 'amount_from' | 'amount_to'>): string {
  const isFromAny = Number(from) <= SMALLEST_RUB;
  if (to === null) return isFromAny ? t('trader:ready.sumsAny') : t('trader:ready.sumsFrom', { from: shortRub(from) });
  if (isFromAny) return t('trader:ready.sumsTo', { to: shortRub(to) });
  return t('trader:ready.sums', { from: shortRub(from).slice(0, -2), to: shortRub(to) });
}

/** The sums that requisites take together; empty when none does. */
export const sumsText = (
  t: Texts,
  { amount_from: from, amount_to: to }: Pick<Readiness, 'amount_from' | 'amount_to'>,
): string => (from === null ? '' : sums(t, { amount_from: from, amount_to: to }));

const ofLimit = (t: Texts, n: number, max: number): string =>
  max === 0 ? t('trader:ready.noLimit', { n }) : t('trader:ready.limit', { n, max });

/** What a gate that lets a requisite through has judged. */
export function passText(t: Texts, gate: Gate, at: AtGates, { free, methods, bank }: Known & { free: Free }): string {
  switch (gate) {
    case 'balance':
      return free ? t('trader:passes.balanceOf', inBoth(free)) : t('trader:passes.balance');
    case 'requisite_off':
      if (at.switch_at === null) return t('trader:passes.requisite_off');
      return t('trader:passes.requisite_offUntil', { at: formatMoment(at.switch_at) });
    case 'method':
      return methods;
    case 'bank':
      return bank;
    case 'cabinet':
      return t('trader:passes.cabinet', { name: at.cabinet?.device_name ?? '' });
    case 'amount_limits':
      return sums(t, at);
    case 'current_deals':
      return ofLimit(t, at.active_orders, at.max_current_deals);
    case 'max_deals':
      return ofLimit(t, at.current_deals_count, at.max_deals);
    default:
      return t(`trader:passes.${gate}`);
  }
}
