// The independent phone: written from docs/phones.md alone, it proves that the guide is enough. So it imports nothing of the
// contract, and spells paths, headers and signatures by itself. All other phones are the contract's (contract/src/device.ts).

import { createHash, createHmac, randomUUID } from 'node:crypto';
import jsQR from 'jsqr';
import sharp from 'sharp';

/** Reads a cabinet's QR code, as a phone's camera does. */
export async function scan(picture: Uint8Array): Promise<{ server: string; token: string }> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const code = jsQR.default(new Uint8ClampedArray(data), info.width, info.height);
  if (code === null) throw new Error('There is no QR code in the picture');
  return JSON.parse(code.data) as { server: string; token: string };
}

/** A paired phone. */
export interface Phone {
  ping(text: string): Promise<Response>;
  /** Sends a message that has just come. */
  notify(application: string, text: string): Promise<Response>;
}

/** Pairs a phone with the cabinet of a QR code. */
export async function pair({ server, token }: { server: string; token: string }): Promise<Phone> {
  const answer = await fetch(`${server}/device/v1/pair`, { method: 'POST', body: JSON.stringify({ token }) });
  if (answer.status !== 201) throw new Error(`The phone was not paired: ${await answer.text()}`);
  const { device_id: device, key } = (await answer.json()) as { device_id: string; key: string };
  let counter = 0;
  const post = (path: string, content: object) => {
    counter += 1;
    const body = JSON.stringify(content);
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const signature = createHmac('sha256', key).update(`POST\n${path}\n${counter}\n${bodyHash}`).digest('hex');
    const headers = { 'kantor-device': device, 'kantor-counter': String(counter), 'kantor-signature': signature };
    return fetch(server + path, { method: 'POST', headers, body });
  };
  return {
    ping: (text) => post('/device/v1/pings', { text }),
    notify: (application, text) => {
      const now = new Date().toISOString();
      const message = { message_id: randomUUID(), application, text, time: now };
      return post('/device/v1/notifications', { sent_at: now, notifications: [message] });
    },
  };
}
