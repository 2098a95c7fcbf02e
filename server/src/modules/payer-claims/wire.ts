import type { LinkFile } from '../files/index.ts';
import type { PayerClaim } from './store.ts';

/** A claim on the screens of those whom it concerns. */
export const toClaim = ({ madeAt, senderName, lastFour, comment, receipts }: PayerClaim, linkFile: LinkFile) => ({
  made_at: madeAt,
  sender_name: senderName,
  last_four: lastFour,
  comment,
  receipts: receipts.map(({ id, name }) => linkFile(id, name)),
});
