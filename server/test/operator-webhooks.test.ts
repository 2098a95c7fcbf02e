import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { type Scene, startScene } from './webhook-shop.ts';

// What the operator sees and does of messages to merchants' servers.

let scene: Scene;
let merchant: Awaited<ReturnType<Scene['enter']>>;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  merchant = await scene.enter();
  await merchant.setEndpoint();
});
afterEach(() => scene.leave());

const run = (...args: string[]) => scene.kantor.cli(...args);

/** A message whose day is over. */
async function giveUp() {
  scene.shop.answerWith(() => 503);
  await merchant.order();
  await scene.deliver();
  scene.kantor.pass(24 * 60 * MINUTE);
  await scene.deliver();
  return merchant.newest();
}

test('nothing to list is said so', async () => {
  expect(await run('webhooks')).toBe('No webhook waits.');
  expect(await run('webhooks', '--dead')).toBe('No webhook was given up.');
});

describe('webhooks', () => {
  test('lists those that wait, with how the last attempt went and when the next is', async () => {
    scene.shop.answerWith(() => 500);
    const { id } = await merchant.order();
    await scene.deliver();
    scene.kantor.pass(1);
    await merchant.confirm(id);
    await scene.deliver();
    const { results } = (await merchant.call()).body;
    const [second, first] = results.map((row: { id: string }) => row.id);
    expect((await run('webhooks')).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['id', 'since', 'merchant', 'type', 'attempts', 'last answer', 'next', 'to'],
      [
        second,
        expect.stringMatching(/ UTC$/),
        merchant.merchant.username,
        'order.closed',
        '0',
        '—',
        'after another',
        `${scene.shop.url}/webhooks`,
      ],
      [
        first,
        expect.stringMatching(/ UTC$/),
        merchant.merchant.username,
        'order.active',
        '1',
        '500',
        expect.stringMatching(/ UTC$/),
        `${scene.shop.url}/webhooks`,
      ],
    ]);
    expect(await run('webhooks', '--limit', '1')).toContain('There are more: --limit 1 ended the list.');
    scene.shop.answerWith(() => 200);
    await run('resend-webhook', first);
    await scene.deliver();
  });

  test('--dead lists those that were given up', async () => {
    const { id } = await giveUp();
    const listed = await run('webhooks', '--dead');
    expect(listed.split('\n')[1]).toMatch(new RegExp(`^${id}  .*  2  +503  +http://`));
    expect(await run('webhooks')).toBe('No webhook waits.');
  });
});

describe('resend-webhook', () => {
  test('sends a message again that was given up, and keeps that in the audit', async () => {
    const { id } = await giveUp();
    scene.shop.answerWith(() => 200);
    expect(await run('resend-webhook', id, '--by', 'Anna')).toBe(
      `The webhook ${id} (order.active) goes to ${merchant.merchant.username} again.`,
    );
    await scene.deliver();
    expect(await merchant.newest()).toMatchObject({ id, status: 'DELIVERED', attempts: 3 });
    expect(await run('audit', '--object', id)).toMatch(
      /Anna .*resend-webhook {2}webhook .*\n {2}status: DEAD → PENDING/,
    );
  });

  test('is refused in words', async () => {
    const { id } = await giveUp();
    await merchant.setEndpoint(undefined, false);
    await expect(run('resend-webhook', id)).rejects.toThrow(
      'The merchant has switched webhooks off, or has no address for them. Nothing was changed.',
    );
    const nobody = newId(scene.kantor.clock());
    await expect(run('resend-webhook', nobody)).rejects.toThrow(`There is no webhook ${nobody}.`);
  });
});
