import { createStore, useStore } from './create-store';

/**
 * `none`: this server tells of nothing, or not to us; the screens ask by themselves. `lost`: it should, but is out of reach.
 */
export type Live = 'none' | 'on' | 'lost';

/** Whether the server tells of changes by itself. */
export const live = createStore<Live>('none');

export const useLive = (): Live => useStore(live);
