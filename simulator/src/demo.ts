/** The traders of the demo marketplace; their names and passwords are public. */
export const DEMO_TRADERS = [
  { username: 'trader', password: 'trader-demo-1' },
  { username: 'trader2', password: 'trader-demo-2' },
] as const;

/** The phones that the demo has cabinets for. A cabinet with another number is somebody's own, with a phone of his own. */
export const DEMO_PHONES: ReadonlySet<string> = new Set([
  ...['+79990010101', '+79990010202', '+79990010303', '+79990020101', '+79990020202'],
]);

/** The merchant whose shop sells here. */
export const DEMO_MERCHANT = { username: 'merchant', password: 'merchant-demo-1' } as const;
