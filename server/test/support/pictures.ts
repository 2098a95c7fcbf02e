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

/** A whole, black PNG of any size: some kilobytes, however many pixels. */
export function blackPng({ width, height, depth = 1, samples = 1 }: Shape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, COLOUR_TYPES[samples], 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil((width * depth * samples) / 8) + 1) * height), { level: 1 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
