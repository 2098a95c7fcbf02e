import sharp from 'sharp';
import { type HostileFile, PAYLOAD, writePdf } from './pdfs.ts';

// Pictures that carry something, are something else, or unpack to a thousand times their size.

const SCRIPT = `<script>alert("${PAYLOAD}")</script>`;
const PHP = `<?php echo "${PAYLOAD}"; ?>`;
const SVG = (inner: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${inner}</svg>`;

const drawn = (format: 'png' | 'jpeg', width = 300, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();

/** A picture of few bytes and many pixels: 16 bits deep, to be turned. */
export const bomb = (megapixels: number): Promise<Buffer> =>
  sharp({
    create: { width: 9000, height: Math.round((megapixels * 1_000_000) / 9000), channels: 3, background: 'red' },
    limitInputPixels: false,
  })
    .toColourspace('rgb16')
    .withMetadata({ orientation: 6 })
    .png({ compressionLevel: 9 })
    .toBuffer();

/** A picture of so many megabytes, which no compression makes smaller; ten are near the limit. */
export async function heavyPicture(megabytes: number): Promise<Buffer> {
  const [width, height] = [190 * megabytes, 1700];
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'red', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc32 = (bytes: Buffer) => {
  let c = 0xffffffff;
  for (const byte of bytes) c = (CRC[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};

/** A part of a PNG, put behind its head. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([png.subarray(0, 33), frame, named, check, png.subarray(33)]);
}

/** A part of a JPEG, put behind its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** The head says another size than what follows. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}

const file = (what: string, bytes: Uint8Array | string, name: string, type: string): HostileFile => ({
  what,
  name,
  type,
  bytes: Buffer.from(bytes as Uint8Array),
});
const png = (what: string, bytes: Uint8Array | string) => file(`png: ${what}`, bytes, 'чек.png', 'image/png');
const jpeg = (what: string, bytes: Uint8Array | string) => file(`jpeg: ${what}`, bytes, 'чек.jpg', 'image/jpeg');

/** Text and programs under the names of pictures. */
function pretenders(): HostileFile[] {
  const texts: Record<string, string> = {
    HTML: `<!doctype html>${SCRIPT}`,
    PHP,
    JavaScript: `alert("${PAYLOAD}")`,
    'a shell script': `#!/bin/sh\necho ${PAYLOAD}`,
    'an SVG with a script': SVG(SCRIPT),
    'an SVG that acts when loaded': SVG(`<image href="x" onerror="alert('${PAYLOAD}')"/>`),
    'an SVG with foreign content': SVG(
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</body></foreignObject>`,
    ),
    'an SVG that reads a file': SVG('&x;', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'an SVG of a billion laughs': SVG(
      '&b;',
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>',
    ),
    XML: `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "http://169.254.169.254/">]><a>&x;</a>`,
    'a zip archive': 'PK\u0003\u0004' + PAYLOAD,
    'a program for Windows': 'MZ' + PAYLOAD,
    'a program for Linux': '\u007fELF' + PAYLOAD,
    Flash: 'FWS' + PAYLOAD,
    nothing: '',
    'one byte': 'x',
    NULs: '\u0000'.repeat(5000),
  };
  return Object.entries(texts).flatMap(([what, text]) => [
    png(what, text),
    file(`pdf: ${what}`, text, 'a.pdf', 'application/pdf'),
  ]);
}

async function otherFormats(): Promise<HostileFile[]> {
  const base = sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } });
  const formats = ['gif', 'webp', 'tiff', 'avif'] as const;
  return Promise.all(
    formats.map(async (format) => png(`really ${format}`, await base.clone().toFormat(format).toBuffer())),
  );
}

/** @param megapixels of the largest. */
export async function hostilePictures(megapixels: number): Promise<HostileFile[]> {
  const [plainPng, plainJpeg] = [await drawn('png'), await drawn('jpeg')];
  const after = (bytes: Buffer, tail: string | Buffer) => Buffer.concat([bytes, Buffer.from(tail as string)]);
  const tails: Record<string, string | Buffer> = {
    HTML: SCRIPT,
    PHP,
    'a zip archive': `PK\u0003\u0004${PAYLOAD}`,
    'a document': writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
    'another picture': plainJpeg,
  };
  const text = Buffer.from(`Comment\u0000${SCRIPT}`);
  return [
    ...Object.entries(tails).flatMap(([what, tail]) => [
      png(`${what} behind its end`, after(plainPng, tail)),
      jpeg(`${what} behind its end`, after(plainJpeg, tail)),
      // The end that is looked for stands behind it once more.
      png(`${what} within its end`, after(after(plainPng, tail), plainPng.subarray(-12))),
      jpeg(`${what} within its end`, after(after(plainJpeg, tail), Buffer.from([0xff, 0xd9]))),
    ]),
    ...['tEXt', 'iTXt', 'zTXt', 'eXIf', 'stRM'].map((type) =>
      png(`a script in ${type}`, withChunk(plainPng, type, text)),
    ),
    ...[0xfe, 0xe1, 0xed, 0xef].map((marker) =>
      jpeg(`a script in segment ${marker.toString(16)}`, withSegment(plainJpeg, marker, text)),
    ),
    ...[10, 40, 100, plainPng.length - 5].map((length) => png(`cut off at ${length}`, plainPng.subarray(0, length))),
    ...[10, 200, plainJpeg.length - 2].map((length) => jpeg(`cut off at ${length}`, plainJpeg.subarray(0, length))),
    png('of no size', withSize(plainPng, 0, 0)),
    png('a head of 2^31 x 2^31', withSize(plainPng, 0x7fffffff, 0x7fffffff)),
    png('a head of 60,000 x 60,000', withSize(plainPng, 60_000, 60_000)),
    png(
      '1 x 16,000,000',
      await sharp({ create: { width: 16_000_000, height: 1, channels: 3, background: 'red' }, limitInputPixels: false })
        .png()
        .toBuffer()
        .catch(() => withSize(plainPng, 16_000_000, 1)),
    ),
    png(`${megapixels} million pixels`, await bomb(megapixels)),
    ...pretenders(),
    ...(await otherFormats()),
    ...['../../etc/cron.d/x.png', 'a\u0000.png', '\u202Egnp.exe', `${'a'.repeat(300)}.png`, 'a";x="b.png', '.', ''].map(
      (name) => file(`a name: ${JSON.stringify(name.slice(0, 20))}`, plainPng, name, 'image/png'),
    ),
  ];
}
