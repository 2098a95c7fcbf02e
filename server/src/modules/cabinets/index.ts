export { insertCabinet } from './store.ts';
