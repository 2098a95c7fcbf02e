import type {
  AppealStatus,
  OrderStatus,
  PayoutStatus,
  WebhookStatus,
  WithdrawalStatus,
} from '@kantor/contract/plain/statuses.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from './status-badge';

type Tones<Code extends string> = Record<Code, Tone>;

/** The tone of each status; a code without one does not compile. */
const TONES = {
  order: {
    ACTIVE: 'info',
    CLOSED: 'success',
    EXPIRED: 'warning',
    APPEAL: 'warning',
    DECLINED: 'danger',
  } satisfies Tones<OrderStatus>,
  appeal: { OPEN: 'info', PROCESSED: 'success', CLOSED: 'danger' } satisfies Tones<AppealStatus>,
  payout: { OPEN: 'warning', IN_WORK: 'info', DONE: 'success', CANCELLED: 'danger' } satisfies Tones<PayoutStatus>,
  withdrawal: { OPEN: 'warning', CLOSED: 'success' } satisfies Tones<WithdrawalStatus>,
  webhook: { PENDING: 'info', DELIVERED: 'success', DEAD: 'danger' } satisfies Tones<WebhookStatus>,
} as const;

type Kind = keyof typeof TONES;
interface Shown<K extends Kind> {
  status: keyof (typeof TONES)[K] | 'UNKNOWN';
  /** The server's own word, for a status that is new to this build. */
  human_status: string;
}

/** A status in the language of the screen. */
export function statusText<K extends Kind>(t: TFunction, kind: K, { status, human_status: text }: Shown<K>): string {
  // The texts are checked against the codes by a test.
  return status === 'UNKNOWN' ? text : t(`status.${kind}.${String(status)}` as 'status.order.ACTIVE');
}

/** The badge of an object's status. */
export function Status<K extends Kind>({ kind, of, tone }: { kind: K; of: Shown<K>; tone?: Tone | undefined }) {
  const { t } = useTranslation();
  const tones: Partial<Record<PropertyKey, Tone>> = TONES[kind];
  return <StatusBadge tone={tone ?? tones[of.status] ?? 'neutral'}>{statusText(t, kind, of)}</StatusBadge>;
}
