export { bindObjects, bindTotals, objectList, type PlatformDeps } from './objects.ts';
export { inspectionRoutes } from './routes.ts';
export {
  candidatesMeant,
  listObjects,
  type PlatformObjects,
  type PlatformRequest,
  type SummedObjects,
} from './store.ts';
export { type Names, requestOf } from './service.ts';
export { toAccount, withBesides } from './wire.ts';
