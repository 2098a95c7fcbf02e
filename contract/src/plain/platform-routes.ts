/** The calls of the platform's own people; the rest of the back office's are in `routes.ts`. */

// Figures
export const getLiquidity = { method: 'GET', path: '/platform/liquidity/', right: 'platform.read' } as const;
