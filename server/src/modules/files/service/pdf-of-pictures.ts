/** A page that is one picture. */
export interface JpegPage {
  width: number;
  height: number;
  bytes: Buffer;
}

/** Pixels of a page's picture an inch; PDF has 72 units an inch. */
const PIXELS_PER_UNIT = 2;

interface PdfObject {
  dictionary: string;
  stream?: Buffer;
}

const CATALOG = 1;
const PAGES = 2;
/** Each page has three objects: itself, its content, its picture. */
const pageNumber = (index: number) => 3 + index * 3;

function objectsOf({ width, height, bytes }: JpegPage, index: number): PdfObject[] {
  const number = pageNumber(index);
  const [w, h] = [width / PIXELS_PER_UNIT, height / PIXELS_PER_UNIT];
  const content = Buffer.from(`q ${w} 0 0 ${h} 0 0 cm /P Do Q`);
  return [
    {
      dictionary: `/Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${w} ${h}] /Contents ${number + 1} 0 R /Resources << /XObject << /P ${number + 2} 0 R >> >>`,
    },
    { dictionary: `/Length ${content.length}`, stream: content },
    {
      dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length}`,
      stream: bytes,
    },
  ];
}

/** A PDF of pictures, a page each, with nothing else in it. */
export function bufferOfJpegs(pages: readonly JpegPage[]): Buffer {
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const objects: PdfObject[] = [
    { dictionary: `/Type /Catalog /Pages ${PAGES} 0 R` },
    { dictionary: `/Type /Pages /Kids [${kids}] /Count ${pages.length}` },
    ...pages.flatMap(objectsOf),
  ];
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const offsets: number[] = [];
  let length = chunks[0]?.length ?? 0;
  const add = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  for (const [index, { dictionary, stream }] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n<< ${dictionary} >>\n`));
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]));
    add(Buffer.from('endobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root ${CATALOG} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`));
  return Buffer.concat(chunks);
}
