import { deflateSync } from 'node:zlib';

export interface PdfParts {
  /** Operators of the page's content. */
  content?: string;
  /** Further entries of the catalog and of the page. */
  catalog?: string;
  page?: string;
  /** Entries of the content's stream, and its bytes as they stand in the file. */
  filter?: string;
  encoded?: Buffer;
  /** Further objects, from number 5 on. */
  objects?: readonly (string | Buffer)[];
  trailer?: string;
  /** How often its page is in it; once unless given. */
  pages?: number;
  /** Of the page, in units. */
  box?: string;
}

const BOX = '0 0 300 200';

/** A whole document of one page, 300 by 200 units: a black square unless its parts say otherwise. */
export function pdfOf({
  content = '20 20 50 50 re f',
  catalog = '',
  page = '',
  filter = '',
  encoded = Buffer.from(content),
  objects = [],
  trailer = '',
  pages = 1,
  box = BOX,
}: PdfParts = {}): Buffer {
  const all = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${Array<string>(pages).fill('3 0 R').join(' ')}]/Count ${pages}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R${page}>>`,
    Buffer.concat([Buffer.from(`<</Length ${encoded.length}${filter}>>stream\n`), encoded, Buffer.from('\nendstream')]),
    ...objects,
  ];
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  const length = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  for (const [index, object] of all.entries()) {
    offsets.push(length());
    chunks.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const at = length();
  chunks.push(
    Buffer.from(
      `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Root 1 0 R/Size ${all.length + 1}${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

/** A document whose catalog, with these entries, lies in a compressed stream of objects: no name of them can be read in the file. */
export function pdfOfCompressedCatalog(entries: string): Buffer {
  const catalog = `<</Type/Catalog/Pages 2 0 R${entries}>>`;
  const head = '5 0 ';
  const stream = deflateSync(Buffer.from(head + catalog));
  const header = '%PDF-1.5\n';
  const bodies: Buffer[] = [
    Buffer.from('2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n'),
    Buffer.from(`3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[${BOX}]>>\nendobj\n`),
    Buffer.concat([
      Buffer.from(
        `4 0 obj\n<</Type/ObjStm/N 1/First ${head.length}/Filter/FlateDecode/Length ${stream.length}>>stream\n`,
      ),
      stream,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  ];
  const offsets: number[] = [];
  let at = header.length;
  for (const body of bodies) {
    offsets.push(at);
    at += body.length;
  }
  const entry = (type: number, second: number, third: number) => {
    const bytes = Buffer.alloc(6);
    bytes.writeUInt8(type, 0);
    bytes.writeUInt32BE(second, 1);
    bytes.writeUInt8(third, 5);
    return bytes;
  };
  const [pages = 0, page = 0, objects = 0] = offsets;
  const table = deflateSync(
    Buffer.concat([
      entry(0, 0, 255),
      entry(0, 0, 0),
      entry(1, pages, 0),
      entry(1, page, 0),
      entry(1, objects, 0),
      entry(2, 4, 0),
      entry(1, at, 0),
    ]),
  );
  return Buffer.concat([
    Buffer.from(header),
    ...bodies,
    Buffer.from(`6 0 obj\n<</Type/XRef/Size 7/W[1 4 1]/Root 5 0 R/Filter/FlateDecode/Length ${table.length}>>stream\n`),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ]);
}
