import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { z } from 'zod';

/** What pairs a phone: where the server is, and the token of one cabinet. */
const pairing = z.object({ server: z.string(), token: z.string() });

/** Reads the QR code in a picture (PNG), as the camera of a phone does. @throws Error when it is no pairing code. */
export function scan(picture: Uint8Array): z.output<typeof pairing> {
  const { data, width, height } = PNG.sync.read(Buffer.from(picture));
  const code = jsQR.default(new Uint8ClampedArray(data), width, height);
  if (code === null) throw new Error('There is no QR code in the picture');
  return pairing.parse(JSON.parse(code.data));
}
