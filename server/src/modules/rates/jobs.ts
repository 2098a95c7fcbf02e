import { type Forgetting, forgetOldest } from '../../db/retention.ts';
import { deleteProposals } from './store.ts';

/** Forgets proposals that were decided, or came to nothing, after their term. */
export const forgetOldProposals = (forgetting: Forgetting): Promise<void> =>
  forgetOldest({ what: 'proposals', batchSize: 1000, deleteBefore: deleteProposals }, forgetting);
