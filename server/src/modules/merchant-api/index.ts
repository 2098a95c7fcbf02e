export { apiKeyRoutes } from './key-routes.ts';
export { apiKeyAuthentication, createApiKey } from './keys.ts';
export { merchantApiRoutes } from './routes.ts';
export { getOrder } from './orders.ts';
