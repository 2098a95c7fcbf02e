import type { WithoutMessage } from '@kantor/contract/plain/statuses.ts';

/** What a trader confirms by, as it is sent: a message of the bank, or the reason why there is none. */
export interface Ground {
  notification_id?: string;
  without_message?: WithoutMessage | undefined;
  note?: string;
}
