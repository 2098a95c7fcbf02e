import { ORDER_STATUS_TEXT, type OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { toneByText } from './tone-by-text';

/** The tone of an order's `human_status`. */
export const orderTone = toneByText<OrderStatus>(ORDER_STATUS_TEXT, {
  ACTIVE: 'info',
  CLOSED: 'success',
  EXPIRED: 'warning',
  APPEAL: 'warning',
  DECLINED: 'danger',
});
