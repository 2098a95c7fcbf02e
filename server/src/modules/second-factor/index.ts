export { createFactorContext, type FactorContext } from './context.ts';
export { relyingPartyOf } from './passkeys.ts';
export { checkFactor, type Checked, type GivenFactor, kindOf } from './proofs.ts';
export {
  askPasskey,
  confirmTotp,
  factorsOf,
  type PasskeyRequest,
  readyPasskey,
  removeFactors,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
} from './service.ts';
export { deleteOldChallenges, type Passkey, readPasskeys } from './store/passkeys.ts';
export { type Factors, readFactorHolders, readFactors } from './store/summary.ts';
export { resealTotps } from './resealing.ts';
