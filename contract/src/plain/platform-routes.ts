/** The calls of the platform's own people; the rest of the back office's are in `routes.ts`. */

const read = <const Path extends `/${string}`>(path: Path) =>
  ({ method: 'GET', path, right: 'platform.read' }) as const;
/** One object's full values, without dots: each look is kept. */
const reveal = <const Path extends `/${string}`>(path: Path) =>
  ({ method: 'POST', path, right: 'platform.reveal' }) as const;

// Figures
export const getOverview = { method: 'GET', path: '/platform/overview/', right: 'platform.read' } as const;
export const getLiquidity = { method: 'GET', path: '/platform/liquidity/', right: 'platform.read' } as const;

// Lists of all accounts' objects, and each as its owner sees it
export const listPlatformOrders = read('/platform/orders/');
export const getPlatformOrder = read('/platform/orders/:id/');
export const revealPlatformOrder = reveal('/platform/orders/:id/reveal/');
/** Accounts by their names, to filter lists by. */
export const listAccountChoices = read('/platform/account-choices/');
