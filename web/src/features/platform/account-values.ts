import type { AccountRow } from '@/api/platform-accounts';
import { DASH, formatDecimal } from '@/shared/lib/format-amount';
import type { Texts } from './texts';

/** What a merchant pays, or a trader earns, of an order. */
export const feeText = ({ basis_points: points }: Pick<AccountRow, 'basis_points'>, t: Texts) =>
  t('platform:accounts.percent', { n: formatDecimal(points / 100, 0, 2) });

/** Of all orders that have ended, those that closed. */
export function conversionText({ orders: { closed, lost } }: Pick<AccountRow, 'orders'>, t: Texts): string {
  if (closed + lost === 0) return DASH;
  return t('platform:accounts.percent', { n: formatDecimal((closed * 100) / (closed + lost), 0, 1) });
}

export const trafficText = ({ traffic }: Pick<AccountRow, 'traffic'>, t: Texts): string =>
  traffic === null ? DASH : t(`platform:accounts.switch.${traffic ? 'on' : 'off'}`);

export const readyText = ({ requisites }: Pick<AccountRow, 'requisites'>, t: Texts): string =>
  requisites === null ? DASH : t('platform:accounts.readyOf', requisites);
