export { cabinetList, platformCabinetList } from './lists.ts';
export { forgetOldSilences, markOffline } from './jobs.ts';
export { platformCabinetRoutes } from './platform-routes.ts';
export { cabinetRoutes } from './routes.ts';
export { announceCabinet, lockUnblocked } from './service.ts';
export {
  type CabinetRef,
  forgetSilences,
  insertCabinet,
  isJustSeen,
  isOnline,
  isSilentWithOrders,
  type LockedCabinet,
  lockCabinets,
  lockCabinetsOf,
  type PhoneEndReason,
  recordHeartbeat,
  recordPing,
} from './store.ts';
export { forgetNotes, noteOldTemplate, notePhoneEnded, notePostAddress, recordRefusedPost } from './store/notes.ts';
