export { bearerAuthentication } from './authenticate.ts';
export { forgetExpiredSessions } from './jobs.ts';
export { authRoutes } from './routes.ts';
export { blockUser, changePassword, createAuth, lockProven, type Proven, proveOperator } from './service.ts';
