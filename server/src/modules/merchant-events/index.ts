export { type EventObject, insertEvents, type Place, readChanges, readEvents } from './store.ts';
