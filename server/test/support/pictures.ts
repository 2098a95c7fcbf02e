import { crc32, deflateSync } from 'node:zlib';

export interface Shape {
  width: number;
  height: number;
  /** 1, 8 or 16 bits a sample. */
  depth?: 1 | 8 | 16;
  samples?: 1 | 3 | 4;
}

const COLOUR_TYPES = { 1: 0, 3: 2, 4: 6 } as const;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function headOf({ width, height, depth = 1, samples = 1 }: Shape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, COLOUR_TYPES[samples], 0, 0, 0], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header)]);
}

const END = chunk('IEND', Buffer.alloc(0));

/** A PNG whose head alone is whole: what is judged before its pixels. */
export const pngHead = (shape: Shape): Buffer =>
  Buffer.concat([headOf(shape), chunk('IDAT', deflateSync(Buffer.alloc(0))), END]);

/** A whole, black PNG of any size: some kilobytes, however many pixels. */
export function blackPng(shape: Shape): Buffer {
  const { width, height, depth = 1, samples = 1 } = shape;
  const rows = deflateSync(Buffer.alloc((Math.ceil((width * depth * samples) / 8) + 1) * height), { level: 1 });
  return Buffer.concat([headOf(shape), chunk('IDAT', rows), END]);
}

/** An Exif block that says: to be turned by 90 degrees. */
const TURN = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex');
const PNG_HEAD_BYTES = 33;

/** A PNG that is to be turned when it is shown. */
export const turnedPng = (png: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), chunk('eXIf', TURN), png.subarray(PNG_HEAD_BYTES)]);

/** A JPEG that is to be turned when it is shown. */
export function turnedJpeg(jpeg: Buffer): Buffer {
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), TURN]);
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, exif, jpeg.subarray(2)]);
}
