import { deflateSync } from 'node:zlib';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { createPayout, getPayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { kantorTest } from '../support/fixtures.ts';

const red = { create: { width: 300, height: 200, channels: 3, background: 'red' } } as const;

const test = kantorTest
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader({ payoutEnable: true }))
  /** A payout in work, which takes proofs. */
  .extend('params', { scope: 'file' }, async ({ kantor, trader }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '100');
    const { id } = await merchant.call(createPayout, {
      body: { amount: 100, fio: 'Имя', is_sbp: true, phone: '+79995554433' },
    });
    await trader.call(takePayout, { params: { id } });
    return { id };
  })
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

const NO_PHOTO: NonNullable<Wire<typeof getPayout>['photo']> = { name: '', url: '' };

const pdf = (body = '/Type /Page') =>
  Buffer.from(`%PDF-1.4\n1 0 obj<<${body}>>endobj\ntrailer<<>>\nstartxref\n0\n%%EOF\n`);

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
  test.for([
    ['png', () => sharp(red).png().toBuffer(), 'image/png'],
    ['jpeg', () => sharp(red).jpeg().toBuffer(), 'image/jpeg'],
    ['pdf', async () => pdf(), 'application/pdf'],
  ] as const)('%s', async ([type, make, mediaType], { upload, photo, open }) => {
    await upload(await make(), `чек.${type}`);
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

  test('a picture is drawn anew: what rode in it does not come through', async ({ upload, photo, open }) => {
    const spy = await sharp(red)
      .withExif({ IFD0: { Copyright: '<?php system($_GET[0]); ?>', ImageDescription: 'GPS 55.75 37.61' } })
      .jpeg()
      .toBuffer();
    expect(spy.toString('latin1')).toContain('<?php');
    await upload(spy, 'x.jpg');
    const { rawPayload } = await open((await photo()).url);
    expect(rawPayload.toString('latin1')).not.toMatch(/<\?php|GPS/);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 300, height: 200 });
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
    ['a pdf with JavaScript', () => pdf('/Type /Page/OpenAction<</S/JavaScript/JS(app.alert(1))>>')],
    ['a pdf cut short', () => pdf().subarray(0, 20)],
    ['a pdf without a page', () => pdf('/Type /Pages/Count 0')],
    ['a pdf without a table of its objects', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type /Page>>endobj\n%%EOF\n')],
    [
      'a picture of one point',
      () =>
        sharp({ create: { ...red.create, width: 1, height: 1 } })
          .png()
          .toBuffer(),
    ],
    [
      'a picture of 199 points',
      () =>
        sharp({ create: { ...red.create, width: 2000, height: 199 } })
          .jpeg()
          .toBuffer(),
    ],
    ['a bomb of 2 500 million pixels', () => bomb(50_000)],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff)],
    ['a path for a name', () => sharp(red).png().toBuffer(), '../../etc/passwd.png'],
    ['an absolute path for a name', () => sharp(red).png().toBuffer(), '/etc/passwd.png'],
    ['a path of Windows for a name', () => sharp(red).png().toBuffer(), '..\\x.png'],
    ['a name that reads backwards', () => sharp(red).png().toBuffer(), 'x\u202Egnp.exe.png'],
    ['a name of 300 characters', () => sharp(red).png().toBuffer(), `${'x'.repeat(300)}.png`],
  ];

  test.for(hostile)('%s', async ([_what, make, name], { upload, photo, open }) => {
    const before = await photo();
    const refused = await upload(await make(), name);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['photo']);
    expect((await photo()).name).toBe(before.name);
    expect((await open('/live')).statusCode).toBe(200);
  });

  test('another field, no file, no form', async ({ trader, params, upload, open }) => {
    const png = await sharp(red).png().toBuffer();
    expect((await upload(png, 'x.png', 'picture')).status).toBe(400);
    const send = async (body: string, type: string) =>
      (await trader.raw(uploadPayoutPhoto, { params, body, headers: { 'content-type': type } })).status;
    expect(await send('--x\r\nbroken', 'multipart/form-data; boundary=x')).toBe(400);
    expect(await send('', 'multipart/form-data')).toBeGreaterThanOrEqual(400);
    expect(await send('{}', 'application/json')).toBe(415);
    expect((await open('/live')).statusCode).toBe(200);
  });
});

describe('the link of a proof', () => {
  test('is over after ten minutes, and is good for its file only', async ({ kantor, params, upload, photo, open }) => {
    await upload(await sharp(red).png().toBuffer());
    const { url } = await photo();
    expect((await open(url)).statusCode).toBe(200);
    const forged = url.replace(/signature=./, (start) => (start === 'signature=_' ? 'signature=-' : 'signature=_'));
    expect((await open(forged)).statusCode).toBe(404);
    expect((await open(url.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(404);
    expect((await open(url.replace(/files\/[^/]+/, `files/${params.id}`))).statusCode).toBe(404);
    expect((await open(url.split('?')[0] ?? '')).statusCode).toBe(404);
    kantor.pass(10 * MINUTE + 1);
    expect((await open(url)).statusCode).toBe(404);
  });
});
