export { payoutRoutes } from './routes.ts';
export {
  assertEnabled,
  cancelOpenPayout,
  cancelPayout,
  confirmPayout,
  createPayout,
  openPayout,
  takePayout,
  uploadPhoto,
} from './service.ts';
export { type Payout, readMerchantPayouts, readPayout, readPayoutByNumber } from './store.ts';
