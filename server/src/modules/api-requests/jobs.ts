import { type Forgetting, forgetOldest } from '../../db/retention.ts';
import { deleteOldest } from './store.ts';

/** Forgets requests after their term. */
export const forgetOldRequests = (forgetting: Forgetting): Promise<void> =>
  forgetOldest({ what: 'requests', batchSize: 5000, deleteBefore: deleteOldest }, forgetting);
