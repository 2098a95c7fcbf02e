import type { FoundKind } from '@kantor/contract/plain/search.ts';
import type { TFunction } from 'i18next';
import type { Role } from '@/api/user';
import { inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { middleEllipsis, orderName } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { statusText } from '@/shared/ui/status';
import type { Found } from '@/api/search';
import type { NAMESPACES } from '@/shared/i18n/palette';
import type { Recent } from './recent';

export type Texts = TFunction<typeof NAMESPACES>;

/** Actions come last: an Enter pressed too early goes somewhere, and does nothing. */
export const GROUPS = ['recent', 'objects', 'sections', 'actions'] as const;

/** A line of the palette: it leads to an address, or does something. */
export interface Entry {
  id: string;
  group: (typeof GROUPS)[number];
  /** What it is: `Заказ`, and what tells it from others of its kind. */
  kind?: string;
  label: string;
  detail?: string;
  /** What people type for it besides. */
  words?: string;
  path?: string;
  run?: () => unknown;
  /** What is kept of an object that is opened. */
  object?: Recent;
}

type Path = (id: string) => string;

const OWN: Partial<Record<FoundKind, Path>> = {
  order: paths.order,
  payout: paths.payout,
  appeal: paths.appeal,
  deposit: paths.deposit,
  notification: paths.notification,
  requisite: paths.requisite,
  cabinet: paths.cabinet,
  webhook: paths.webhook,
};
const EVERYBODYS: Partial<Record<FoundKind, Path>> = {
  order: paths.platformOrder,
  payout: paths.platformPayout,
  appeal: paths.platformAppeal,
  withdrawal: paths.platformWithdrawal,
  deposit: paths.platformDeposit,
  notification: paths.platformNotification,
  requisite: paths.platformRequisite,
  cabinet: paths.platformCabinet,
  webhook: paths.platformWebhook,
};

function pathOf(role: Role, { kind, id, account }: Recent): string | undefined {
  if (account) return account.role === 'operator' ? paths.members : paths.platformAccount(account.id);
  if (kind === 'withdrawal' && role !== 'operator')
    return role === 'trader' ? paths.usdtWithdrawal(id) : paths.withdrawal(id);
  return (role === 'operator' ? EVERYBODYS : OWN)[kind]?.(id);
}

const sumOf = ({ amount_rub: rub, amount_usdt: usdt }: Recent): string | undefined => {
  if (rub !== null) return inRub(rub);
  return usdt === null ? undefined : inUsdt(usdt);
};

type Shown = Parameters<typeof statusText>[2];
const WITH_STATUS = ['order', 'payout', 'appeal', 'webhook'] as const;

function statusOf(t: Texts, { kind, status }: Found): string | undefined {
  const known = WITH_STATUS.find((each) => each === kind);
  return known && status ? statusText(t, known, { status, human_status: status } as Shown) : undefined;
}

/** Wallets and hashes are long; names are read whole. */
const nameOf = ({ kind, name }: Found): string | undefined => {
  if (!name) return undefined;
  return kind === 'withdrawal' || kind === 'deposit' ? middleEllipsis(name) : name;
};

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

const isFound = (of: Found | Recent): of is Found => 'created_at' in of;

/** An object as a line. Nothing, where this role has no page for it. */
export function objectEntry(t: Texts, role: Role, of: Found | Recent, group: Entry['group']): Entry[] {
  const path = pathOf(role, of);
  if (path === undefined) return [];
  const { kind, id, number } = of;
  const name = isFound(of) ? nameOf(of) : undefined;
  const sum = sumOf(of);
  const said = sum ?? name ?? number ?? orderName(id);
  const rest = [name, number, kind === 'order' ? orderName(id) : undefined].filter((part) => part !== said);
  return [
    {
      id: `${group}-${kind}-${id}-${of.account?.id ?? ''}`,
      group,
      kind: t(`palette:kinds.${kind}`),
      label: said,
      detail: isFound(of) ? joined(...rest, statusOf(t, of), of.whose, formatDateTime(of.created_at)) : joined(...rest),
      path,
      object: of,
    },
  ];
}
