import { get, type IncomingMessage } from 'node:http';
import { claimPayment, followPayment } from '@kantor/contract/plain/payment-page.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { describe, expect, vi } from 'vitest';
import { formOf, test as base } from './fixture.ts';

const SOON = { timeout: 20_000, interval: 10 };

interface Part {
  version: string;
  title: string;
  html: string;
  at: string;
}

const test = base
  .extend('server', { scope: 'file' }, ({ kantor }) => kantor.app.listen({ port: 0, host: '127.0.0.1' }))
  /** Opens the stream of a page, until the test ends. */
  .extend('follow', ({ server }, { onCleanup }) => {
    const open: IncomingMessage[] = [];
    onCleanup(() => open.forEach((response) => response.destroy()));
    return async (link: string, language = 'ru') => {
      const path = new URL(link).pathname + followPayment.path.replace('/:token', '');
      // A connection of its own, which ends with its stream.
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${server}${path}?lang=${language}`, { agent: false }, resolve).once('error', reject);
      });
      open.push(response);
      const parts: Part[] = [];
      let text = '';
      let isEnded = false;
      response.setEncoding('utf8');
      response.once('close', () => {
        isEnded = true;
      });
      response.on('error', () => undefined);
      response.on('data', (piece: string) => {
        text += piece;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const [, data] = /^data: (.*)$/m.exec(text.slice(0, end)) ?? [];
          if (data !== undefined) parts.push(JSON.parse(data) as Part);
          text = text.slice(end + 2);
        }
      });
      return {
        status: response.statusCode,
        headers: response.headers,
        parts,
        until: (words: string) => vi.waitUntil(() => parts.at(-1)?.html.includes(words) ?? false, SOON),
        untilEnded: () => vi.waitUntil(() => isEnded, SOON),
        leave: () => response.destroy(),
      };
    };
  });

test.beforeEach(({ kantor }) => kantor.heartbeat());

describe('the stream of a page', () => {
  test('begins with what there is, and tells each looker in their language what becomes of it', async ({
    trader,
    order,
    follow,
    send,
    visit,
  }) => {
    const [{ id, payment_url: link }, other] = [await order(), await order()];
    const [russian, english, stranger] = [
      await follow(link),
      await follow(link, 'en'),
      await follow(other.payment_url),
    ];
    expect(russian.headers['content-type']).toContain('text/event-stream');
    expect(russian.headers['x-accel-buffering']).toBe('no');
    await russian.until('Переведите ровно');
    const page = await visit(link);
    // The page and its stream speak of the same: nothing is put in the place of what stands there.
    expect(page.body).toContain(`data-version="${russian.parts[0]?.version}"`);
    await send(link, claimPayment, formOf({}));
    await russian.until('Проверяем');
    await english.until('Checking');
    await trader.call(confirmOrder, { params: { id } });
    await russian.until('Оплачено');
    await english.until('received');
    await stranger.until('Переведите ровно');
    expect(stranger.parts.every(({ html }) => html.includes('Переведите ровно'))).toBe(true);
  });

  test('is one of four of an order, and gives its place back', async ({ order, follow }) => {
    const { payment_url: link } = await order();
    const open = await Promise.all([follow(link), follow(link), follow(link), follow(link)]);
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await follow(link)).status).toBe(429);
    open[0]?.leave();
    await vi.waitUntil(async () => {
      const again = await follow(link);
      if (again.status === 200) return true;
      expect(again.status).toBe(429);
      return false;
    }, SOON);
  });

  test('does not keep the server from ending', async ({ kantor, order, follow }) => {
    const { payment_url: link } = await order();
    const stream = await follow(link);
    await stream.until('Переведите ровно');
    await kantor.app.close();
    await stream.untilEnded();
  });
});
