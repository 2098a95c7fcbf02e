import { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { expect, vi } from 'vitest';
import { createPace } from '../../src/http/body-pace.ts';
import { newId } from '../../src/kernel/ids.ts';
import { kantorTest as test } from '../support/fixtures.ts';

test('bodies that come at once share one pace', async () => {
  const waits: number[] = [];
  let now = 0;
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const keep = createPace(1000, { now: () => now, wait });
  await Promise.all([keep(500), keep(500), keep(1000)]);
  expect(waits).toEqual([500, 1000]);
  // Time that nobody used is not saved up.
  now = 10_000;
  await keep(700);
  await keep(700);
  expect(waits).toEqual([500, 1000, 700]);
});

test('what a refused upload still sends is not read as fast as it comes', async ({ kantor }) => {
  const dump = vi.spyOn(IncomingMessage.prototype as IncomingMessage & { _dump: () => void }, '_dump');
  try {
    await kantor.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = kantor.app.server.address() as AddressInfo;
    const path = API_BASE + uploadPayoutPhoto.path.replace(':id', newId(kantor.clock()));
    const form = new FormData();
    form.set('photo', new File([new Uint8Array(1_000_000)], 'чек.png'));
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: uploadPayoutPhoto.method, body: form });
    expect(answer.status).toBe(401);
    // Node's own way with a body that nobody has read.
    expect(dump).not.toHaveBeenCalled();
  } finally {
    dump.mockRestore();
    // What the refused body still sends would keep the marketplace from its end.
    kantor.app.server.closeAllConnections();
  }
});
