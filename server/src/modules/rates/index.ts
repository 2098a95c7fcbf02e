export { createRateRefresher } from './refresher.ts';
export { forgetOldProposals } from './jobs.ts';
export { rateRoutes } from './routes.ts';
export { isJump, MANUAL, type RateRules, staleAt } from './rules.ts';
export { assertFresh, decideProposal, readFreshRate, setRate } from './service.ts';
export { httpSource, type HttpSourceOptions } from './source.ts';
export {
  currentRate,
  findCurrentRate,
  lockRates,
  noRate,
  type Proposal,
  type Rate,
  readProposal,
  readProposals,
  readHistory,
  readRate,
} from './store.ts';
export { isStale } from './rules.ts';
export { toRate } from './wire.ts';
