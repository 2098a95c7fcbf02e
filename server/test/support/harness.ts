import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { createMerchantOrder } from '@kantor/contract/plain/merchant-routes.ts';
import { newId } from '../../src/kernel/ids.ts';
import { type Answer, type Send, type UploadForm, send } from './calls.ts';
import { type KantorOptions, startKantor as start } from './kantor.ts';

// What files that are not converted to fixtures.ts yet still use.

export { JWT_SECRET } from './kantor.ts';
export { usdt } from './money.ts';
export { PASSWORD } from './people.ts';

export type Kantor = Awaited<ReturnType<typeof startKantor>>;

export async function startKantor(options: KantorOptions = {}) {
  const kantor = await start(options);
  const { app, clock } = kantor;
  return {
    ...kantor,
    send: (url: string, options?: Send) => send(app, url, options),
    hear: kantor.heartbeat,
    silence: kantor.switchPhonesOff,

    /** Uploads one file in a form, as a browser does. */
    async upload(url: string, token: string | (() => Promise<string>), form: UploadForm): Promise<Answer> {
      const { field, name, bytes, fields = {}, method = 'PATCH', headers = {} } = form;
      const boundary = newId(clock());
      const part = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
      const response = await app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${typeof token === 'function' ? await token() : token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          ...headers,
        },
        payload: Buffer.concat([
          ...Object.entries(fields).map(([key, value]) => Buffer.from(`${part(`name="${key}"`)}\r\n${value}\r\n`)),
          Buffer.from(`${part(`name="${field}"; filename="${name}"`)}content-type: image/png\r\n\r\n`),
          bytes,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
      return { status: response.statusCode, body: JSON.parse(response.body), headers: response.headers };
    },

    /** Asks for an order as a merchant's server does, while the traders' phones are there. */
    async order(key: string, amount: unknown, more: { idempotencyKey?: string; body?: object } = {}) {
      await kantor.heartbeat();
      return send(app, MERCHANT_API_BASE + createMerchantOrder.path, {
        method: 'POST',
        token: key,
        headers: { 'idempotency-key': more.idempotencyKey ?? newId(clock()) },
        body: { amount, method: 'sbp', external_id: newId(clock()), ...more.body },
      });
    },
  };
}
