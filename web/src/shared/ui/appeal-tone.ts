import { APPEAL_STATUS_TEXT, type AppealStatus } from '@kantor/contract/plain/statuses.ts';
import { toneByText } from './tone-by-text';

/** The tone of an appeal's `human_status`. */
export const appealTone = toneByText<AppealStatus>(APPEAL_STATUS_TEXT, {
  OPEN: 'info',
  PROCESSED: 'success',
  CLOSED: 'danger',
});
