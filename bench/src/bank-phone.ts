import { createHash, createHmac, randomUUID } from 'node:crypto';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { COUNTER_HEADER, DEVICE_HEADER, SIGNATURE_HEADER, signedText } from '@kantor/contract/plain/device-headers.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { pairDevice, sendNotifications, sendPing } from '@kantor/contract/wire/device-api.ts';
import { readQr } from '@kantor/demo/qr.ts';
import { JSON_BODY, Wire } from './wire.ts';

/** The moment on a clock that a browser on the same machine shares. */
const moment = () => performance.timeOrigin + performance.now();

/** A phone that was paired by its QR code, with one connection. It tells one message after the other, each as soon as it can. */
export class BankPhone {
  readonly #wire: Wire;
  readonly #device: string;
  readonly #key: string;
  #counter = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(wire: Wire, device: string, key: string) {
    this.#wire = wire;
    this.#device = device;
    this.#key = key;
  }

  /** Pairs a phone with the only cabinet of a trader. @param authorization the trader's. */
  static async pair(url: URL, authorization: string): Promise<BankPhone> {
    const ask = async (path: string, init: RequestInit) => {
      const answer = await fetch(new URL(path, url), init);
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
      return answer;
    };
    const headers = { authorization };
    const cabinets = (await (await ask(`${API_BASE}/cabinets/`, { headers })).json()) as { results: { id: string }[] };
    const qr = await ask(`${API_BASE}/cabinets/${cabinets.results[0]?.id}/get_qr/`, { headers });
    const code = readQr(new Uint8Array(await qr.arrayBuffer()));
    const paired = await ask(DEVICE_API_BASE + pairDevice.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: code.token }),
    });
    const { device_id: device, key } = pairDevice.response.parse(await paired.json());
    return new BankPhone(await Wire.open(url), device, key);
  }

  /** Says that it is there. */
  async ping(): Promise<void> {
    await this.#call(sendPing, {});
  }

  /** Tells what its bank says. @returns when it was sent and when it was answered. */
  tell(message: { application: string; text: string }): Promise<{ sentAt: number; answeredAt: number }> {
    const now = new Date().toISOString();
    const notification = { message_id: randomUUID(), phone: '', ...message, time: now };
    const told = this.#last.then(() => this.#call(sendNotifications, { sent_at: now, notifications: [notification] }));
    this.#last = told.catch(() => undefined);
    return told;
  }

  async #call({ path: call }: { path: string }, content: object) {
    const path = DEVICE_API_BASE + call;
    const body = JSON.stringify(content);
    this.#counter += 1;
    const hash = createHash('sha256').update(body).digest('hex');
    const proof = createHmac('sha256', this.#key)
      .update(signedText('POST', path, this.#counter, hash))
      .digest('hex');
    const headers =
      `${JSON_BODY}${DEVICE_HEADER}: ${this.#device}\r\n` +
      `${COUNTER_HEADER}: ${this.#counter}\r\n${SIGNATURE_HEADER}: ${proof}\r\n`;
    const sentAt = moment();
    const reply = await this.#wire.request('POST', path, headers, body);
    if (reply.status !== 200) throw new Error(`A phone was answered with ${reply.status}: ${reply.body}`);
    return { sentAt, answeredAt: moment() };
  }

  close(): void {
    this.#wire.close();
  }
}

/** As Sberbank tells of money that came. @param roubles `1234.56` */
export const income = (roubles: string, tail: string) => ({
  application: '900',
  text: `СЧЁТ${tail} 12:01 Перевод из ВТБ +${roubles}р от Иван И. Баланс: 90210.50р`,
});
