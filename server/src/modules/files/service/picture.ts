import type { Metadata } from 'sharp';
import type { Gate } from './gate.ts';

/** No camera's picture has a longer side; one point high and millions wide costs seconds for nothing. */
const MAX_SIDE_PIXELS = 12_000;
/** Of decoded pixels, in whatever depth they come. */
const MAX_DECODED_BYTES = 200_000_000;
const DECODING_SECONDS = 3;
/** Tables made for the picture would save a few percent, and keep all of it in memory: 400 MB of 63 million pixels. */
const JPEG = { quality: 85, optimiseCoding: false } as const;

/** What stands in a picture's head, or too much of it. */
type Size = { decodedBytes: number } | 'too_large';

interface Redrawn {
  bytes: Buffer;
  /** Pixels of the shorter side. */
  side: number;
}

const SAMPLE_BYTES: Partial<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const UPRIGHT = 1;
/** Of a progressive JPEG the decoder keeps every coefficient until the last scan. */
const COEFFICIENT_BYTES = 2;

/** The memory that a picture of this head takes, before anything is decoded. */
function sizeOf({ width, height, channels, depth, isProgressive, format, orientation = UPRIGHT }: Metadata): Size {
  if (Math.max(width, height) > MAX_SIDE_PIXELS) return 'too_large';
  const sample = SAMPLE_BYTES[depth ?? ''] ?? 8;
  const kept = isProgressive && format === 'jpeg' ? COEFFICIENT_BYTES : 0;
  // What is read from top to bottom is written so; to be turned it must lie in memory, and once more turned.
  const copies = orientation === UPRIGHT ? 1 : 2;
  const decodedBytes = width * height * channels * (sample * copies + kept);
  return decodedBytes > MAX_DECODED_BYTES ? 'too_large' : { decodedBytes };
}

/** Loaded with the first picture: a server that sees none does without its memory. */
export const loadSharp = (() => {
  let loading: Promise<typeof import('sharp')> | undefined;
  return async () => {
    loading ??= import('sharp').then((loaded) => {
      // One thread a picture, and no memory of past ones: a picture is never asked for twice.
      loaded.default.concurrency(1);
      loaded.default.cache(false);
      return loaded;
    });
    return (await loading).default;
  };
})();

/**
 * Decodes a picture and writes it anew: everything else in the file (scripts, coordinates, thumbnails) is dropped.
 * @returns 'too_large' by its head alone.
 * @throws Error for a picture that cannot be read, or not within three seconds.
 */
export async function redraw(
  gate: Gate,
  bytes: Buffer,
  mediaType: 'image/png' | 'image/jpeg',
): Promise<Redrawn | 'too_large'> {
  const sharp = await loadSharp();
  // A few lines of the head: the limit of pixels below is that of decoding, and judged here.
  const head = await gate.decode(0, () => sharp(bytes, { limitInputPixels: false }).metadata());
  const size = sizeOf(head);
  if (size === 'too_large') return size;
  return gate.decode(size.decodedBytes, async () => {
    const picture = sharp(bytes, { limitInputPixels: MAX_SIDE_PIXELS ** 2, failOn: 'warning', sequentialRead: true })
      .timeout({ seconds: DECODING_SECONDS })
      .rotate();
    const drawn = mediaType === 'image/png' ? picture.png() : picture.jpeg(JPEG);
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { bytes: data, side: Math.min(info.width, info.height) };
  });
}
