// Preloaded into a process of its own: its clock is so many milliseconds off, as on a machine that nobody sets.
const rightNow = Date.now;
const now = () => rightNow() + Number(process.env['TEST_CLOCK_OFFSET_MS'] ?? 0);
globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
