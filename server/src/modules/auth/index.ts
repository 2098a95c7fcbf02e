export { bearerAuthentication } from './authenticate.ts';
export { nameBrowser } from './browser-name.ts';
export { forgetExpiredSessions, forgetOldChallenges, forgetOldNetworks } from './jobs.ts';
export { authRoutes } from './routes.ts';
export { securityRoutes } from './security-routes.ts';
export { createAuth } from './service/auth.ts';
export {
  blockAccount,
  blockPerson,
  changePassword,
  lockProven,
  type Proven,
  proveOperator,
  takeFactorsOff,
} from './service/operators.ts';
export { stepUpCheck } from './service/step-up.ts';
export { readLastSignIns, readMemberSignIns } from './store/sign-ins.ts';
