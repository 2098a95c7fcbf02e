import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { act } from './act';
import { withReason } from './fields';

interface Props {
  account: { id: string; name: string };
}

/** No new orders for the account until the platform allows them again. */
export const StopTraffic = act(({ account: { id, name } }: Props, t) => ({
  danger: true,
  action: actions.stopTraffic,
  id,
  text: t('desk:traffic.stop'),
  label: t('desk:traffic.stopOf', { name }),
  title: t('desk:traffic.stopOf', { name }),
  fields: withReason(t, { hint: t('desk:traffic.stopHint') }),
}));

/** The account may have traffic again. */
export const AllowTraffic = act(({ account: { id, name } }: Props, t) => ({
  action: actions.allowTraffic,
  id,
  text: t('desk:traffic.allow'),
  label: t('desk:traffic.allowOf', { name }),
  title: t('desk:traffic.allowOf', { name }),
  fields: withReason(t),
}));
