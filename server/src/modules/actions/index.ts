export { endAccess, type KeepOptions } from './access.ts';
export { FIRST_LIMITS, limitFacts } from './limits.ts';
export { effectFacts, rateText, rubText, usdtText } from './facts.ts';
export { type Change, type Outcome, perform, type Step } from './frame.ts';
export { effectsOf, proposeChange, type Proposing, showChange, aloneFacts, takesTwo } from './second-person.ts';
export { factorsRemoved } from './lost-factor.ts';
export { closeWithdrawal, rejectWithdrawal, sendWithdrawal } from './withdrawals.ts';
export { actionRoutes, type ActionTerms } from './routes.ts';
