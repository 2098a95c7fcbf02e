export { markOffline } from './jobs.ts';
export { platformCabinetRoutes } from './platform-routes.ts';
export { cabinetRoutes } from './routes.ts';
export { announceCabinet, lockUnblocked } from './service.ts';
export {
  type CabinetRef,
  forgetNotes,
  insertCabinet,
  isJustSeen,
  isOnline,
  type LockedCabinet,
  lockCabinets,
  lockCabinetsOf,
  noteOldTemplate,
  notePhoneEnded,
  type PhoneEndReason,
  recordHeartbeat,
  recordPing,
  recordRefusedPost,
} from './store.ts';
