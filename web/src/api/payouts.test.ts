import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { HttpResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lendRealForms, realFile } from '@/test/real-files';
import { serve, server } from '@/test/server';
import { createTestStore } from '@/test/store';
import { uploadPayoutPhoto } from './payouts';

test('a proof on a slow line is waited for by the minute', async () => {
  await lendRealForms();
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: isOnItsWay, resolve: begin } = Promise.withResolvers<void>();
  server.use(
    serve(payoutRoutes.uploadPayoutPhoto, async () => {
      begin();
      await isThere;
      return HttpResponse.json(null);
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const photo = realFile('чек.png');
  const sent = createTestStore().dispatch(uploadPayoutPhoto.initiate({ id: '1', photo }));
  await isOnItsWay;
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  arrive();
  expect(await sent).toHaveProperty('data');
});
