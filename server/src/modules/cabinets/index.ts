export { pairPhone } from './connecting.ts';
export { hearCabinet, isHeard, noticeSilentCabinets } from './hearing.ts';
export { createPhoneKeys, type PhoneKeys } from './phone-keys.ts';
export { type PhoneKind, type PhonesCabinet, readDevice, type SpeakingCabinet, spendCounter } from './phones.ts';
export { cabinetRoutes } from './routes.ts';
export { forgetPairingTokens, insertCabinet } from './store.ts';
