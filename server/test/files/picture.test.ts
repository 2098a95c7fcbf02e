import sharp, { type Sharp } from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { createGate } from '../../src/modules/files/service/gate.ts';
import { redraw } from '../../src/modules/files/service/picture.ts';
import { pngHead, turnedJpeg, turnedPng } from '../support/pictures.ts';

/** Judges a picture by its head; nothing is decoded. @returns the bytes that decoding would take, or its refusal. */
async function judge(bytes: Buffer): Promise<number | 'too_large'> {
  let decoded = 0;
  const gate = createGate();
  const outcome = await redraw(
    {
      ...gate,
      decode: (size, work) => {
        decoded = size;
        return size === 0 ? work() : Promise.reject(new Error('not here'));
      },
    },
    bytes,
    'image/png',
  ).catch(() => decoded);
  return outcome === 'too_large' ? outcome : decoded;
}

const picture = (channels: 3 | 4 = 3) => sharp({ create: { width: 300, height: 200, channels, background: 'red' } });
const PIXELS = 300 * 200;

describe('the memory that a picture takes is known by its head', () => {
  test.for([
    ['eight bits a sample', () => picture().png().toBuffer(), PIXELS * 3],
    ['with transparency', () => picture(4).png().toBuffer(), PIXELS * 4],
    ['sixteen bits a sample', () => picture().toColourspace('rgb16').png().toBuffer(), PIXELS * 6],
    ['a turned copy', () => picture().withMetadata({ orientation: 6 }).jpeg().toBuffer(), PIXELS * 6],
    ['a mirrored copy', () => picture().withMetadata({ orientation: 2 }).png().toBuffer(), PIXELS * 6],
    ['a JPEG with Exif put in', async () => turnedJpeg(await picture().jpeg().toBuffer()), PIXELS * 6],
    ['a PNG with Exif put in', async () => turnedPng(await picture().png().toBuffer()), PIXELS * 6],
    ['upright, and said so', () => picture().withMetadata({ orientation: 1 }).jpeg().toBuffer(), PIXELS * 3],
    ["a progressive JPEG's coefficients", () => picture().jpeg({ progressive: true }).toBuffer(), PIXELS * 9],
    ['a progressive PNG has none', () => picture().png({ progressive: true }).toBuffer(), PIXELS * 3],
    [
      'sixteen bits, turned',
      () => picture().toColourspace('rgb16').withMetadata({ orientation: 8 }).png().toBuffer(),
      PIXELS * 12,
    ],
  ] as const)('%s', async ([, make, bytes]) => {
    expect(await judge(await make())).toBe(bytes);
  });

  test.for([
    ['12,000 wide', { width: 12_000, height: 200, depth: 8 }, 2_400_000],
    ['12,001 wide', { width: 12_001, height: 200, depth: 8 }, 'too_large'],
    ['12,001 high', { width: 200, height: 12_001, depth: 8 }, 'too_large'],
    ['200 MB', { width: 10_000, height: 10_000, depth: 16 }, 200_000_000],
    ['a row more than 200 MB', { width: 10_000, height: 10_001, depth: 16 }, 'too_large'],
    ['63 million pixels of 24 bits', { width: 7937, height: 7937, depth: 8, samples: 3 }, 188_987_907],
    ['63 million pixels of 48 bits', { width: 7937, height: 7937, depth: 16, samples: 3 }, 'too_large'],
    ['single bits, a byte each', { width: 12_000, height: 12_000, depth: 1 }, 144_000_000],
  ] as const)('%s', async ([, shape, judgement]) => {
    expect(await judge(pngHead(shape))).toBe(judgement);
  });
});

test('decoding ends after three seconds', async () => {
  const timeout = vi.spyOn(Reflect.get(sharp, 'prototype') as Sharp, 'timeout');
  await redraw(createGate(), await picture().png().toBuffer(), 'image/png');
  expect(timeout.mock.calls).toEqual([[{ seconds: 3 }]]);
});
