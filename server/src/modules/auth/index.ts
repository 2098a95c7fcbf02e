export { authRoutes } from './routes.ts';
export { blockUser, changePassword, type Deps, forgetExpiredSessions, identify } from './service.ts';
