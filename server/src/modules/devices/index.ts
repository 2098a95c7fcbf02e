export { notificationList, pingList, platformNotificationList } from './lists.ts';
export { forgetOldPings, forgetPairingTokens, forgetTexts } from './jobs.ts';
export { platformNotificationRoutes } from './platform-routes.ts';
export { deviceRoutes } from './routes.ts';
export {
  admit,
  admitAgain,
  type DeviceCall,
  noteAddress,
  noteRefusedPost,
  noteTemplate,
  receivePing,
} from './service/admission.ts';
export { type Deps as DeviceDeps, endPhonesOf, type Paired, pairPhone } from './service/connecting.ts';
export { createDeviceKeys } from './service/device-keys.ts';
export { type MessageAround, readMessagesAround } from './store/around.ts';
export { endDevices } from './store/devices.ts';
export { namesAmount } from './store/names-amount.ts';
export {
  insertNotifications,
  type NewNotification,
  type OrderMessage,
  isKept,
  isSentBy,
  outcomeNow,
  payByEarlier,
  readKept,
  readMessagesOf,
} from './store/notifications.ts';
export { insertPing } from './store/pings.ts';
export { isToSort, messagesToSort, type MessageToSort, readMessagesToSort, type SortKind } from './store/to-sort.ts';
export {
  chooseMessage,
  dismiss,
  keepForAppeal,
  readUnusedMessages,
  readUse,
  releaseFromAppeal,
  restore,
  type UnusedMessage,
  useForAppeal,
} from './store/unused.ts';
