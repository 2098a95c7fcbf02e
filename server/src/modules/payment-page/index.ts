export { servePaymentPage } from './routes.ts';
export { createPaymentTokens, paymentLink } from './tokens.ts';
