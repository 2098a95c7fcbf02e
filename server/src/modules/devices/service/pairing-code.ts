import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, and the hash that recognises them. */
export function createPairingToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Large enough for a camera, with the standard's quiet border. */
const PICTURE = { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 6 } as const;

/** The picture that a phone reads: our server's address, and the token that makes it this cabinet's phone. */
export async function drawPairingCode(server: string, token: string): Promise<Uint8Array<ArrayBuffer>> {
  // Megabytes that only this call needs.
  const { default: QRCode } = await import('qrcode');
  return Uint8Array.from(await QRCode.toBuffer(JSON.stringify({ server, token }), PICTURE));
}

/** A picture of an address, as a `data:` address. */
export async function drawAddress(address: string): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toDataURL(address, { ...PICTURE, type: 'image/png' });
}
