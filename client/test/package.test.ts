import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { globSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signedHeaders } from '@kantor/server/src/modules/webhooks/secrets.ts';
import { afterAll, expect, vi } from 'vitest';
import { test as base } from './support/fixture.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString('base64')}`;
const MAX_BYTES = 15_000;

const BODY = JSON.stringify({ type: 'order.closed', timestamp: '', data: { external_id: 'order-42' } });
const webhook = (body = BODY) => ({
  method: 'POST',
  headers: signedHeaders({ id: 'message', at: new Date(), body: BODY }, [KEY]),
  body,
});

async function example(language: string): Promise<string> {
  const guide = await readFile(join(ROOT, 'docs/merchant-client.md'), 'utf8');
  return new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(guide)?.[1] ?? '';
}

/** The folder of a stranger's project, who has unpacked the package; what it needs is linked, as there is no registry here. */
const test = base.extend('folder', { scope: 'file' }, () => unpacked());

async function unpacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kantor-client-'));
  afterAll(() => rm(folder, { recursive: true }));
  const home = join(folder, 'node_modules/@kantor/client');
  await mkdir(home, { recursive: true });
  await run('npm', ['pack', '--offline', '--pack-destination', folder], { cwd: join(ROOT, 'client') });
  await run('tar', ['-xzf', 'kantor-client-0.1.0.tgz', '-C', home, '--strip-components=1'], { cwd: folder });
  for (const name of ['standardwebhooks', '@types']) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

test('the package has the code with its types, nothing else, and is small', async ({ folder }) => {
  const home = join(folder, 'node_modules/@kantor/client');
  const files = globSync('**/*.*', { cwd: home }).filter((name) => statSync(join(home, name)).isFile());
  expect(files.filter((name) => !/^dist\/\w+\.(js|d\.ts)$/.test(name)).toSorted()).toEqual([
    'README.md',
    'package.json',
  ]);
  const sizes = files.filter((name) => name.endsWith('.js')).map((name) => statSync(join(home, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  expect((await stat(join(folder, 'kantor-client-0.1.0.tgz'))).size).toBeLessThan(MAX_BYTES);
  const { dependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['standardwebhooks']);
});

test('a stranger’s TypeScript is checked against its types', async ({ folder }) => {
  const check = async (code: string) => {
    await writeFile(join(folder, 'shop.ts'), `import { createClient, each } from '@kantor/client';\n${code}`);
    const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--module', 'nodenext'];
    const { stdout, status } = spawnSync(process.execPath, [...tsc, '--types', 'node', 'shop.ts'], { cwd: folder });
    return { status, said: String(stdout) };
  };
  const kantor = `const kantor = createClient({ url: '', key: '' });\n`;
  const good = `for await (const order of each(kantor.listOrders, { status: ['ACTIVE'] })) order.amount satisfies string;`;
  expect(await check(kantor + good)).toEqual({ status: 0, said: '' });
  expect(
    (await check(`${kantor}await kantor.createOrder({ amount: '1', method: 'cash', external_id: 'a' });`)).said,
  ).toContain('\'"cash"\' is not assignable');
});

test('the guide’s shop sells: it is run as it stands', async ({ folder, url, merchant }) => {
  await writeFile(join(folder, 'shop.js'), await example('js'));
  const env = { ...process.env, KANTOR_URL: url, KANTOR_KEY: merchant.key, KANTOR_SECRET: SECRET, PORT: '0' };
  const shop = spawn(process.execPath, ['shop.js'], { cwd: folder, env });
  try {
    let said = '';
    for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (text) => (said += String(text)));
    await vi.waitFor(() => expect(said).toMatch(/Порт \d+[^]*Ждёт order-42/), { timeout: 30_000 });
    expect(said).toMatch(/Страница оплаты: .*\/pay\//);
    const address = `http://127.0.0.1:${/Порт (\d+)/.exec(said)?.[1]}`;
    expect((await fetch(address, webhook(BODY.replace('42', '43')))).status).toBe(401);
    expect((await fetch(address, webhook())).status).toBe(204);
    await vi.waitFor(() => expect(said).toContain('Оплачен order-42'), { timeout: 30_000 });
    expect(said).not.toContain('order-43');
  } finally {
    shop.kill();
  }
});

test('the guide’s check for Python lets in what we sign, and nothing else', async ({ skip }) => {
  if (spawnSync('python3', ['--version']).status !== 0) skip('There is no python3 here');
  const judge = async (body: string) => {
    const { headers } = webhook();
    const given = JSON.stringify([headers, body, SECRET]);
    const code = `${await example('python')}\nimport json, sys\nh, b, s = json.loads(sys.argv[1])\nprint(is_genuine(h, b.encode(), s))`;
    return (await run('python3', ['-c', code, given])).stdout.trim();
  };
  expect(await judge(BODY)).toBe('True');
  expect(await judge(BODY.replace('42', '43'))).toBe('False');
});
