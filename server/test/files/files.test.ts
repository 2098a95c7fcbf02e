import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { type Kantor, startKantor } from '../support/harness.ts';

let kantor: Kantor;
let trader: Awaited<ReturnType<Kantor['createTrader']>>;
let payout: string;
const red = { create: { width: 30, height: 20, channels: 3, background: 'red' } } as const;

beforeAll(async () => {
  kantor = await startKantor();
  const merchant = await kantor.createMerchant();
  trader = await kantor.createTrader();
  await sql`update users set payout_enable = true`.execute(kantor.db);
  await kantor.fund(merchant.id, '100');
  const created = await kantor.send('/api/v1/withdraworders/', {
    method: 'POST',
    token: merchant.token,
    body: { amount: 100, fio: 'Имя', phone: '1' },
  });
  payout = created.body.id;
  await kantor.send(`/api/v1/withdraworders/${payout}/take_on_work/`, { method: 'POST', token: trader.token });
});
afterAll(() => kantor.close());

const upload = (bytes: Buffer, name = 'photo.png', field = 'photo') =>
  kantor.upload(`/api/v1/withdraworders/${payout}/`, trader.token, { field, name, bytes });
const photo = async () => (await kantor.send(`/api/v1/withdraworders/${payout}/`, { token: trader.token })).body.photo;
const open = (url: string) => kantor.app.inject(url);

const pdf = (body = '') => Buffer.from(`%PDF-1.4\n1 0 obj<<${body}>>endobj\ntrailer<<>>\n%%EOF\n`);

/** A PNG of zeros: a few kilobytes that decode to `side`² pixels. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
const crc32 = (bytes: Buffer) => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};

describe('a proof is accepted by its content', () => {
  test.each([
    ['png', () => sharp(red).png().toBuffer(), 'image/png'],
    ['jpeg', () => sharp(red).jpeg().toBuffer(), 'image/jpeg'],
    ['pdf', async () => pdf(), 'application/pdf'],
  ])('%s', async (type, make, mediaType) => {
    expect((await upload(await make(), `чек.${type}`)).status).toBe(200);
    const { url, name } = await photo();
    expect(name).toBe(`чек.${type}`);
    const file = await open(url);
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': mediaType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`чек.${type}`)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  test('a picture is drawn anew: what rode in it does not come through', async () => {
    const spy = await sharp(red)
      .withExif({ IFD0: { Copyright: '<?php system($_GET[0]); ?>', ImageDescription: 'GPS 55.75 37.61' } })
      .jpeg()
      .toBuffer();
    expect(spy.toString('latin1')).toContain('<?php');
    expect((await upload(spy, 'x.jpg')).status).toBe(200);
    const { rawPayload } = await open((await photo()).url);
    expect(rawPayload.toString('latin1')).not.toMatch(/<\?php|GPS/);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 30, height: 20 });
  });
});

describe('a proof is refused with the error of its field', () => {
  const hostile: [string, () => Promise<Buffer> | Buffer, string?][] = [
    ['empty', () => Buffer.alloc(0)],
    ['SVG named png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML named png', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF with a script', () => Buffer.from('GIF89a/*\u0000\u0000*/=1;alert(1)')],
    ['only the signature of a png', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a png cut short', async () => (await sharp(red).png().toBuffer()).subarray(0, -20)],
    [
      'a jpeg cut short',
      async () =>
        (
          await sharp({ create: { ...red.create, width: 300 } })
            .jpeg()
            .toBuffer()
        ).subarray(0, 300),
    ],
    [
      'png and HTML in one',
      async () => Buffer.concat([await sharp(red).png().toBuffer(), Buffer.from('<script>1</script>')]),
    ],
    [
      'jpeg and ZIP in one',
      async () => Buffer.concat([await sharp(red).jpeg().toBuffer(), Buffer.from('PK\u0003\u0004')]),
    ],
    ['pdf and ZIP in one', () => Buffer.concat([pdf(), Buffer.from('PK\u0003\u0004')])],
    ['HTML before a pdf', () => Buffer.concat([Buffer.from('<script>'), pdf()])],
    ['a pdf with JavaScript', () => pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>')],
    ['a pdf cut short', () => pdf().subarray(0, 20)],
    ['a bomb of 2 500 million pixels', () => bomb(50_000)],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff)],
    ['a path for a name', () => sharp(red).png().toBuffer(), '../../etc/passwd.png'],
    ['an absolute path for a name', () => sharp(red).png().toBuffer(), '/etc/passwd.png'],
    ['a path of Windows for a name', () => sharp(red).png().toBuffer(), '..\\x.png'],
    ['a name that reads backwards', () => sharp(red).png().toBuffer(), 'x\u202Egnp.exe.png'],
    ['a name of 300 characters', () => sharp(red).png().toBuffer(), `${'x'.repeat(300)}.png`],
  ];

  test.each(hostile)('%s', async (_what, make, name = 'photo.png') => {
    const before = await photo();
    const refused = await upload(await make(), name);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual(['photo']);
    expect((await photo())?.name).toBe(before?.name);
    expect((await open('/live')).statusCode).toBe(200);
  });

  test('another field, no file, no form', async () => {
    const png = await sharp(red).png().toBuffer();
    expect((await upload(png, 'x.png', 'picture')).status).toBe(400);
    const token = await trader.token();
    const send = (payload: string, type: string) =>
      kantor.app.inject({
        method: 'PATCH',
        url: `/api/v1/withdraworders/${payout}/`,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        payload,
      });
    expect((await send('--x\r\nbroken', 'multipart/form-data; boundary=x')).statusCode).toBe(400);
    expect((await send('', 'multipart/form-data')).statusCode).toBeGreaterThanOrEqual(400);
    expect((await send('{}', 'application/json')).statusCode).toBe(415);
    expect((await open('/live')).statusCode).toBe(200);
  });
});

describe('the link of a proof', () => {
  test('is over after ten minutes, and is good for its file only', async () => {
    await upload(await sharp(red).png().toBuffer());
    const { url } = await photo();
    expect((await open(url)).statusCode).toBe(200);
    expect(
      (
        await open(
          String(url).replace(/signature=./, (start) => (start === 'signature=_' ? 'signature=-' : 'signature=_')),
        )
      ).statusCode,
    ).toBe(404);
    expect((await open(url.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(404);
    expect((await open(url.replace(/files\/[^/]+/, `files/${payout}`))).statusCode).toBe(404);
    expect((await open(url.split('?')[0] ?? '')).statusCode).toBe(404);
    kantor.pass(10 * MINUTE + 1);
    expect((await open(url)).statusCode).toBe(404);
  });
});
