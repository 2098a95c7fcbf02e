import { idempotencyKey } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import type { Market, Merchant, Person } from '../harness/market.ts';
import { formOf, type RawAnswer, type RawRequest, sendRaw } from '../harness/raw.ts';
import { addressOf } from '../harness/schema.ts';
import type { HostileFile } from './pdfs.ts';

let numbers = 0;

type Form = Awaited<ReturnType<typeof formOf>>;
const forms = new WeakMap<HostileFile, Promise<Form>>();

/** The form of a file, made once: the storm's own work must not count as the server's. */
function formFor(upload: string, file: HostileFile): Promise<Form> {
  const { name, type, bytes } = file;
  const made = forms.get(file) ?? formOf(upload, new File([new Uint8Array(bytes)], name, { type }));
  forms.set(file, made);
  return made;
}

export interface Uploader {
  trader: Person;
  /** The payout in work that proofs are sent for. */
  payoutId: string;
  /** The request that sends a proof. */
  requestFor: (file: HostileFile) => Promise<Required<RawRequest> & { body: Uint8Array }>;
  /** Sends a proof through a server; each takes the place of the one before. */
  send: (file: HostileFile, server?: string) => Promise<RawAnswer>;
}

/** A trader with a payout in work. */
export async function createUploader(market: Market, merchant: Merchant): Promise<Uploader> {
  const trader = await market.createTrader({ payouts: true });
  const recipient = { method: 'sbp', fio: 'Пётр', phone: '+79995554433' } as const;
  const { id } = await merchant.api.call(createMerchantPayout, {
    headers: idempotencyKey(),
    body: { amount: '1000', external_id: `upload-${(numbers += 1)}`, ...recipient },
  });
  await trader.call(takePayout, { params: { id } });
  const { method, path, upload } = uploadPayoutPhoto;
  const requestFor: Uploader['requestFor'] = async (file) => {
    const form = await formFor(upload, file);
    const headers = { authorization: `Bearer ${await trader.token()}`, 'content-type': form.type };
    return { method, path: addressOf(API_BASE, path, id), headers, body: form.body };
  };
  return {
    trader,
    payoutId: id,
    requestFor,
    send: async (file, server = market.anyServer().url) => sendRaw(server, await requestFor(file)),
  };
}

/** The address of the proof that an answer shows. */
export const linkOf = ({ text }: RawAnswer): string | undefined =>
  (JSON.parse(text) as { photo?: { url: string } | null }).photo?.url;
