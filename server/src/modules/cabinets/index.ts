export { markOffline } from './jobs.ts';
export { cabinetRoutes } from './routes.ts';
export { announceCabinet, lockUnblocked } from './service.ts';
export {
  type CabinetRef,
  insertCabinet,
  isJustSeen,
  isOnline,
  lockCabinet,
  type LockedCabinet,
  recordHeartbeat,
  recordPing,
} from './store.ts';
