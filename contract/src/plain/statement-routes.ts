// Statements and acts, beyond the specification. A file of its own: the web's first visit does without it.

export const listStatement = { method: 'GET', path: '/statement/', right: 'statement.read' } as const;
export const getStatementTotals = { method: 'GET', path: '/statement/totals/', right: 'statement.read' } as const;

export const listActs = { method: 'GET', path: '/acts/', right: 'statement.read' } as const;
export const createAct = { method: 'POST', path: '/acts/', right: 'acts.make' } as const;
export const getAct = { method: 'GET', path: '/acts/:id/', right: 'statement.read' } as const;
export const getActFile = { method: 'GET', path: '/acts/:id/pdf/', right: 'statement.read' } as const;

/** How an account names itself in its acts. */
export const getParty = { method: 'GET', path: '/party/', right: 'party.read' } as const;
export const setParty = { method: 'POST', path: '/party/', right: 'party.edit' } as const;

// The platform's people: of an account, and of the platform's revenue
const read = <const Path extends `/${string}`>(path: Path) =>
  ({ method: 'GET', path, right: 'platform.statements.read' }) as const;
const make = <const Path extends `/${string}`>(path: Path) =>
  ({ method: 'POST', path, right: 'platform.acts' }) as const;
export const getAccountTotals = read('/platform/accounts/:id/totals/');
export const listAccountActs = read('/platform/accounts/:id/acts/');
export const createAccountAct = make('/platform/accounts/:id/acts/');
export const listRevenue = read('/platform/revenue/');
export const getRevenueTotals = read('/platform/revenue/totals/');
export const listRevenueActs = read('/platform/revenue/acts/');
export const createRevenueAct = make('/platform/revenue/acts/');
export const getPlatformAct = read('/platform/acts/:id/');
export const getPlatformActFile = read('/platform/acts/:id/pdf/');
