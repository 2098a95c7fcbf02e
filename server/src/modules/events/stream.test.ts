import type { Change } from '@kantor/contract/wire/events.ts';
import { expect, test } from 'vitest';
import { EventStream } from './stream.ts';

const open = () =>
  new EventStream(
    { accountId: 'a', isPlatform: false, personId: 'p', memberRole: 'owner', sessionId: 's', expiresAt: new Date(0) },
    () => 'cursor',
  );
/** Everything that is there to be read. */
const read = (stream: EventStream): string => String(stream.read() ?? '');

test('a slow client gets each pending change once when it reads on', () => {
  const stream = open();
  while (!stream.isStuck) stream.beat();
  const change: Change = { tag: 'Order', id: 'a', created: 1 };
  for (let i = 0; i < 3; i += 1) {
    stream.add([change, { tag: 'Dashboard' }]);
    stream.flush();
  }
  const [, ...told] = `${read(stream)}${read(stream)}`.split('data: ');
  expect(told).toEqual([`${JSON.stringify([{ ...change, created: 3 }, { tag: 'Dashboard' }])}\n\n`]);
});

test('a client that does not read is cut off at the end, which it would never come to', () => {
  const stream = open();
  while (!stream.isStuck) stream.beat();
  stream.finish();
  expect(stream.destroyed).toBe(true);
});

test('a client that does not read costs no more than its buffer', () => {
  const stream = open();
  for (let i = 0; i < 1000; i += 1) {
    stream.add([{ tag: 'Order', id: String(i) }]);
    stream.flush();
    stream.beat();
  }
  expect(stream.readableLength).toBeLessThan(10_000);
});
