export { currentRate, noRate, readRate, setRate } from './store.ts';
export { rateRoutes } from './routes.ts';
