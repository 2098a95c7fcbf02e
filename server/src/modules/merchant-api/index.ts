export { apiKeyAuthentication, createApiKey } from './keys.ts';
export { merchantApiRoutes } from './routes.ts';
export { getOrder } from './service.ts';
