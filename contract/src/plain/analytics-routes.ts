// Figures of orders, for whoever lists them, beyond the specification. A file of its own: the web's first visit does without it.

export const getAnalytics = { method: 'GET', path: '/analytics/', right: 'orders.list' } as const;
export const getBreakdown = { method: 'GET', path: '/analytics/breakdown/', right: 'orders.list' } as const;
export const getRefusals = { method: 'GET', path: '/analytics/refusals/', right: 'summary.read' } as const;
