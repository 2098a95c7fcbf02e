// The money of one order, beyond the specification. A file of its own: the web's first visit does without it.

export const getOrderPostings = { method: 'GET', path: '/orders/:id/postings/', right: 'postings.read' } as const;
