export { radarList } from './lists.ts';
export { runRadar } from './jobs.ts';
export { radarRoutes } from './routes.ts';
export { radarChanged } from './service.ts';
export {
  type Acknowledgement,
  type Crossing,
  lockFigure,
  lockThreshold,
  readAcknowledgement,
  setAcknowledgement,
  setThreshold,
  type Threshold,
} from './store/figures.ts';
export { readCrossings, readListed } from './store/page.ts';
export { LEASE_MS } from './store/turn.ts';
