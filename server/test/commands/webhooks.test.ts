import { listWebhooks } from '@kantor/contract/wire/webhooks.ts';
import { describe, expect } from 'vitest';
import { DAY } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { test as base } from '../webhooks/fixture.ts';

// The operator's commands for webhooks.

const test = base
  .extend(
    'run',
    ({ kantor }) =>
      (...args: string[]) =>
        kantor.cli(...args),
  )
  /** A delivery whose day is over. */
  .extend('givenUp', async ({ kantor, shop, merchant, deliver }) => {
    shop.answerWith(() => 503);
    await merchant.order();
    await deliver();
    kantor.pass(DAY);
    await deliver();
    return merchant.newest();
  });

test('nothing to list is said so', async ({ run }) => {
  expect(await run('webhooks')).toBe('No webhook waits.');
  expect(await run('webhooks', '--dead')).toBe('No webhook was given up.');
});

describe('webhooks', () => {
  test('lists those that wait, with how the last attempt went and when the next is', async ({
    kantor,
    shop,
    merchant,
    deliver,
    run,
  }) => {
    shop.answerWith(() => 500);
    const { id } = await merchant.order();
    await deliver();
    kantor.pass(1);
    await merchant.confirm(id);
    await deliver();
    const { results } = await merchant.call(listWebhooks);
    const [second = '', first = ''] = results.map((row) => row.id);
    const lines = (await run('webhooks')).split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['id', 'since', 'merchant', 'type', 'attempts', 'last answer', 'next', 'to'],
      [
        second,
        expect.stringMatching(/ UTC$/),
        merchant.username,
        'order.closed',
        '0',
        '—',
        'after another',
        `${shop.url}/webhooks`,
      ],
      [
        first,
        expect.stringMatching(/ UTC$/),
        merchant.username,
        'order.active',
        '1',
        '500',
        expect.stringMatching(/ UTC$/),
        `${shop.url}/webhooks`,
      ],
    ]);
    expect(await run('webhooks', '--limit', '1')).toContain('There are more: --limit 1 ended the list.');
    shop.answerWith(() => 200);
    await run('resend-webhook', first);
    await deliver();
  });

  test('--dead lists those that were given up', async ({ run, givenUp }) => {
    const { id } = givenUp;
    const listed = await run('webhooks', '--dead');
    expect(listed.split('\n')[1]).toMatch(new RegExp(`^${id}  .*  2  +503  +http://`));
    expect(await run('webhooks')).toBe('No webhook waits.');
  });
});

describe('resend-webhook', () => {
  test('sends a message again that was given up, and keeps that in the audit', async ({
    shop,
    merchant,
    deliver,
    run,
    givenUp,
  }) => {
    const { id } = givenUp;
    shop.answerWith(() => 200);
    expect(await run('resend-webhook', id, '--by', 'Anna')).toBe(
      `The webhook ${id} (order.active) goes to ${merchant.username} again.`,
    );
    await deliver();
    expect(await merchant.newest()).toMatchObject({ id, status: 'DELIVERED', attempts: 3 });
    expect(await run('audit', '--object', id)).toMatch(
      /Anna .*resend-webhook {2}webhook .*\n {2}status: DEAD → PENDING/,
    );
  });

  test('is refused in words', async ({ kantor, merchant, run, givenUp }) => {
    const { id } = givenUp;
    await merchant.setEndpoint(undefined, false);
    await expect(run('resend-webhook', id)).rejects.toThrow(
      'The merchant has switched webhooks off, or has no address for them. Nothing was changed.',
    );
    const nobody = newId(kantor.clock());
    await expect(run('resend-webhook', nobody)).rejects.toThrow(`There is no webhook ${nobody}.`);
  });
});
