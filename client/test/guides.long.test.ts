import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signedHeaders } from '@kantor/server/src/modules/webhooks/secrets.ts';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { test as base } from './support/fixture.ts';
import { ROOT, unpacked } from './support/package.ts';

const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString('base64')}`;

interface Guide {
  language: string;
  guide: string;
  command: string;
  file: string;
  /** What its example sells. */
  order: string;
  /** Another process of the same file takes the webhooks. */
  serve?: string[];
}

const GUIDES: readonly Guide[] = [
  { language: 'js', guide: 'merchant-client', command: process.execPath, file: 'shop.js', order: 'order-42' },
  { language: 'python', guide: 'merchant-examples', command: 'python3', file: 'shop.py', order: 'order-43' },
  {
    language: 'php',
    guide: 'merchant-examples',
    command: 'php',
    file: 'shop.php',
    order: 'order-44',
    serve: ['-S', '127.0.0.1:0'],
  },
];

const isHere = ({ command }: Guide) => spawnSync(command, ['--version']).status === 0;
const here = GUIDES.filter(isHere).map(({ language }) => language);
const absent = GUIDES.filter((guide) => !isHere(guide)).map(({ language }) => language);

const test = base.extend('folder', { scope: 'file' }, () => unpacked());

async function exampleOf({ guide, language }: Guide): Promise<string> {
  const text = await readFile(join(ROOT, `docs/${guide}.md`), 'utf8');
  return new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(text)?.[1] ?? '';
}

/** What a program has said so far. */
function heard(program: ChildProcess): () => string {
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (text) => (said += String(text)));
  return () => said;
}

function webhook(order: string, body = messageOf(order)) {
  const headers = signedHeaders({ id: 'message', at: new Date(), body: messageOf(order) }, [KEY]);
  return { method: 'POST', headers, body };
}

const messageOf = (order: string) =>
  JSON.stringify({ type: 'order.closed', timestamp: '', data: { external_id: order } });

/** Where a program says that it listens; PHP's own server does it in English. */
const PORT = /(?:Порт |Server \(http:\/\/127.0.0.1:)(\d+)/;
const within = { timeout: 30_000 };

describe.each(GUIDES)('the shop of the guide for $language, run as it stands', (guide) => {
  test('sells though an answer is lost, goes through its list, and takes no webhook but ours', async ({
    folder,
    url,
    way,
    merchant,
    skip,
  }) => {
    if (absent.includes(guide.language)) skip(`There is no ${guide.command} here`);
    await writeFile(join(folder, guide.file), await exampleOf(guide));
    const env = { ...process.env, KANTOR_URL: url, KANTOR_KEY: merchant.key, KANTOR_SECRET: SECRET, PORT: '0' };
    const start = (...args: string[]) => {
      const program = spawn(guide.command, [...args, guide.file], { cwd: folder, env });
      onTestFinished(() => void program.kill());
      return heard(program);
    };
    way.takeKeys();
    way.lose(1);
    const shop = start();
    await vi.waitFor(() => expect(shop()).toContain(`Ждёт ${guide.order}`), within);
    expect(shop()).toMatch(/Страница оплаты: .*\/pay\//);
    expect(way.takeKeys().slice(0, 2)).toEqual([guide.order, guide.order]);

    const server = guide.serve === undefined ? shop : start(...guide.serve);
    await vi.waitFor(() => expect(server()).toMatch(PORT), within);
    const address = `http://127.0.0.1:${PORT.exec(server())?.[1]}`;
    const changed = messageOf(guide.order).replace('order-4', 'order-9');
    expect((await fetch(address, webhook(guide.order, changed))).status).toBe(401);
    expect((await fetch(address, { method: 'POST', body: changed })).status).toBe(401);
    expect((await fetch(address, webhook(guide.order))).status).toBe(204);
    await vi.waitFor(() => expect(server()).toContain(`Оплачен ${guide.order}`), within);
    expect(server()).not.toContain('Оплачен order-9');
  });
});

test(`run here: ${here.join(', ')}; not, as the interpreter is missing: ${absent.join(', ') || 'none'}`, () => {
  expect(here).toContain('js');
});
