import { createPayout, getPayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { kantorTest } from '../support/fixtures.ts';

const NO_PHOTO = { name: '', url: '' };

/** The test of proofs: a payout in work, which takes them. */
export const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader({ payoutEnable: true }))
  /** Makes another trader with a payout in work. */
  .extend(
    'atWork',
    { scope: 'file' },
    ({ kantor }) =>
      async (given?: Awaited<ReturnType<typeof kantor.createTrader>>) => {
        const trader = given ?? (await kantor.createTrader({ payoutEnable: true }));
        const merchant = await kantor.createMerchant({ payoutEnable: true });
        await kantor.fund(merchant.id, '100');
        const { id } = await merchant.call(createPayout, {
          body: { amount: 100, fio: 'Имя', is_sbp: true, phone: '+79995554433' },
        });
        await trader.call(takePayout, { params: { id } });
        return { trader, params: { id } };
      },
  )
  .extend('params', { scope: 'file' }, async ({ trader, atWork }) => (await atWork(trader)).params)
  .extend('upload', ({ trader, params }) => (bytes: Buffer, name = 'photo.png', field = 'photo') => {
    const form = new FormData();
    form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
    return trader.raw(uploadPayoutPhoto, { params, body: form });
  })
  /** The proof as the payout shows it. */
  .extend(
    'photo',
    ({ trader, params }) =>
      async () =>
        (await trader.call(getPayout, { params })).photo ?? NO_PHOTO,
  )
  /** Follows a link, as a browser does. */
  .extend(
    'open',
    ({ kantor }) =>
      (url: string) =>
        kantor.app.inject(url),
  );
