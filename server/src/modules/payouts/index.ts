export { payoutRoutes } from './routes.ts';
export { cancelPayout, confirmPayout, createPayout, takePayout, uploadPhoto } from './service.ts';
