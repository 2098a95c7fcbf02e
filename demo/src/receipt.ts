import { PNG } from 'pngjs';

const WIDTH = 270;
const HEIGHT = 420;
const PAPER = [255, 255, 255] as const;
const INK = [206, 212, 220] as const;
const GREEN = [46, 160, 103] as const;

/** Left, top, width and height of the lines of a receipt, in pixels. They cannot be read. */
const LINES = [
  [70, 130, 130, 16],
  [95, 160, 80, 10],
  ...[210, 245, 280, 315].flatMap((top) => [[24, top, 70, 8] as const, [150, top, 96, 8] as const]),
  [24, 372, 222, 8],
] as const;
const SEAL = { x: 135, y: 72, radius: 34 };

function colourAt(x: number, y: number): readonly [number, number, number] {
  if (Math.hypot(x - SEAL.x, y - SEAL.y) <= SEAL.radius) return GREEN;
  const isLine = LINES.some(
    ([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height,
  );
  return isLine ? INK : PAPER;
}

/** A picture (PNG) of a bank's receipt, as people take one of their screens. */
export function drawReceipt(): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width: WIDTH, height: HEIGHT });
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) png.data.set([...colourAt(x, y), 255], (y * WIDTH + x) * 4);
  }
  return new Uint8Array(PNG.sync.write(png));
}

export const RECEIPT_NAME = 'чек.png';

/** The receipt as a file of a form. */
export const receiptFile = (): File => new File([drawReceipt()], RECEIPT_NAME, { type: 'image/png' });
