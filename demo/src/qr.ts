import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** The content of a cabinet's QR code: the server's address, and a token that pairs one phone. */
export interface PairingCode {
  server: string;
  token: string;
}

/** Reads the QR code in a picture (PNG), as a phone's camera does. @throws Error when there is no pairing code. */
export function readQr(picture: Uint8Array): PairingCode {
  const { data, width, height } = PNG.sync.read(Buffer.from(picture));
  const code = jsQR.default(new Uint8ClampedArray(data), width, height);
  if (code === null) throw new Error('There is no QR code in the picture');
  const { server, token } = JSON.parse(code.data) as Partial<PairingCode>;
  if (typeof server !== 'string' || typeof token !== 'string') throw new Error(`${code.data} is no pairing code`);
  return { server, token };
}
