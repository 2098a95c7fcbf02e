import { signedHeaders } from '@kantor/contract/device.ts';
import { DEVICE_HEADER, SIGNATURE_HEADER } from '@kantor/contract/plain/device-headers.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { getCabinetQr } from '@kantor/contract/wire/cabinets.ts';
import { pairDevice, sendNotifications, sendPing } from '@kantor/contract/wire/device-api.ts';
import jsQR from 'jsqr';
import sharp from 'sharp';
import type { Kantor } from './kantor.ts';
import type { Trader } from './people.ts';
import type { RawAnswer } from './test-client.ts';

/** An answer to a phone, sound or not, as it was really sent. */
export type Answer = RawAnswer<ReturnType<typeof JSON.parse>>;

/** The text of a QR code, as a phone's camera reads it. */
async function scanText(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

export const scan = async (picture: Buffer): Promise<{ server: string; token: string }> =>
  JSON.parse((await scanText(picture)) ?? 'null');

/** The address in a picture that is a `data:` address itself. */
export const scanAddress = (picture: string): Promise<string | undefined> =>
  scanText(Buffer.from(picture.split(',')[1] ?? '', 'base64'));

/** Asks for the QR code of a cabinet and reads it. */
export async function readQr(trader: Trader, cabinetId: string): Promise<string> {
  const picture = await trader.call(getCabinetQr, { params: { id: cabinetId } });
  return (await scan(Buffer.from(picture))).token;
}

const parsed = (text: string) => (text === '' ? undefined : JSON.parse(text));

/** Posts a body to the device API, as it is. */
export async function postRaw(
  kantor: Kantor,
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  address = '127.0.0.1',
): Promise<Answer> {
  const response = await kantor.app.inject({
    method: 'POST',
    url: DEVICE_API_BASE + path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
    remoteAddress: address,
  });
  return { status: response.statusCode, body: parsed(response.body), headers: response.headers };
}

export const tryToPair = (kantor: Kantor, token: unknown, address?: string): Promise<Answer> =>
  postRaw(kantor, pairDevice.path, JSON.stringify({ token }), {}, address);

export interface PhoneMessage {
  message_id: string;
  application: string;
  text: string;
  time: string;
  phone?: string;
}

/** The faults of a call. */
export interface Tampering {
  counter?: number | string;
  device?: string;
  key?: string;
  /** Sent instead of what was signed. */
  sentBody?: string;
  signedPath?: string;
  signedMethod?: string;
  signature?: string;
  address?: string;
}

/** A phone as its maker wrote it, after docs/phones.md. */
export class Phone {
  readonly id: string;
  readonly key: string;
  counter = 0;
  readonly #kantor: Kantor;

  constructor(kantor: Kantor, { id, key }: { id: string; key: string }) {
    this.#kantor = kantor;
    this.id = id;
    this.key = key;
  }

  post(path: string, content: unknown, tampering: Tampering = {}): Promise<Answer> {
    const body = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    const counter = tampering.counter ?? (this.counter += 1);
    const { signedPath = DEVICE_API_BASE + path, signedMethod, signature, device, key = this.key } = tampering;
    const headers = {
      ...signedHeaders({ id: this.id, key }, counter, signedPath, body, signedMethod),
      ...(device !== undefined && { [DEVICE_HEADER]: device }),
      ...(signature !== undefined && { [SIGNATURE_HEADER]: signature }),
    };
    return postRaw(this.#kantor, path, tampering.sentBody ?? body, headers, tampering.address);
  }

  ping = (text = 'На связи', tampering?: Tampering): Promise<Answer> => this.post(sendPing.path, { text }, tampering);

  /** A ping that tells the phone's charge. */
  pingCharged = (battery: number): Promise<Answer> => this.post(sendPing.path, { text: 'На связи', battery });

  /** Sends messages; the phone's clock is right. */
  notify = (notifications: readonly unknown[], tampering?: Tampering): Promise<Answer> =>
    this.post(sendNotifications.path, { sent_at: this.#kantor.clock().toISOString(), notifications }, tampering);

  message = (messageId: string, text = `Зачисление ${messageId}`): PhoneMessage => ({
    message_id: messageId,
    application: '900',
    text,
    time: this.#kantor.clock().toISOString(),
  });
}

/** Pairs a phone with a cabinet, as a phone does. */
export async function pairPhone(kantor: Kantor, trader: Trader, cabinetId: string): Promise<Phone> {
  const { status, body } = await tryToPair(kantor, await readQr(trader, cabinetId));
  if (status !== 201) throw new Error(`The phone was not paired: ${JSON.stringify(body)}`);
  return new Phone(kantor, { id: body.device_id, key: body.key });
}
