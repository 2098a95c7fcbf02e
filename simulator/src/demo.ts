const MINUTE = 60_000;

/**
 * The traders of the demo marketplace; their names and passwords are public. The first is the one whom a visitor plays: what is
 * his to do is done for him late, and only so that it does not pile up.
 */
export const DEMO_TRADERS = [
  { credentials: { username: 'trader', password: 'trader-demo-1' }, manner: { appealAge: 20 * MINUTE } },
  {
    credentials: { username: 'trader2', password: 'trader-demo-2' },
    manner: { appealAge: 3 * MINUTE, payoutAge: 3 * MINUTE },
  },
] as const;

/** The phones that the demo has cabinets for. A cabinet with another number is somebody's own, with a phone of his own. */
export const DEMO_PHONES: ReadonlySet<string> = new Set([
  ...['+79990010101', '+79990010202', '+79990010303', '+79990020101', '+79990020202'],
]);

/** The merchant whose shop sells here. */
export const DEMO_MERCHANT = { username: 'merchant', password: 'merchant-demo-1' } as const;
