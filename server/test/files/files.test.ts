import { uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { pdfOf } from '../support/pdfs.ts';
import { blackPng } from '../support/pictures.ts';
import { test } from './fixture.ts';

const red = { create: { width: 300, height: 200, channels: 3, background: 'red' } } as const;

describe('a proof is accepted by its content', () => {
  test.for([
    ['png', () => sharp(red).png().toBuffer(), 'image/png'],
    ['jpeg', () => sharp(red).jpeg().toBuffer(), 'image/jpeg'],
    ['pdf', async () => pdfOf(), 'application/pdf'],
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
    ['pdf and ZIP in one', () => Buffer.concat([pdfOf(), Buffer.from('PK\u0003\u0004')])],
    ['HTML before a pdf', () => Buffer.concat([Buffer.from('<script>'), pdfOf()])],
    ['a pdf with JavaScript', () => pdfOf({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert(1))>>' })],
    ['a pdf cut short', () => pdfOf().subarray(0, 20)],
    ['a pdf without a page', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type /Page>>endobj\n%%EOF\n')],
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
    ['a bomb of 2 500 million pixels', () => blackPng({ width: 50_000, height: 50_000 })],
    ['13 000 points wide', () => blackPng({ width: 13_000, height: 210 })],
    ['a narrow one of sixteen million', () => blackPng({ width: 1, height: 16_000_000 })],
    ['36 million pixels of eight bytes each', () => blackPng({ width: 6000, height: 6000, depth: 16, samples: 4 })],
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
