export { payoutRoutes } from './routes.ts';
export {
  assertEnabled,
  cancelOpenPayout,
  cancelPayout,
  confirmPayout,
  openPayout,
  type PayoutRequest,
  takePayout,
  uploadPhoto,
} from './service/payout.ts';
export { type Payout, readMerchantPayouts, readPayout, readPayoutByNumber } from './store/payout.ts';
