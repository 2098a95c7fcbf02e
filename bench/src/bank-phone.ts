import { randomUUID } from 'node:crypto';
import type { Client } from '@kantor/contract/client.ts';
import { type DeviceKey, pair, signedHeaders } from '@kantor/contract/device.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { getCabinetQr, listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { type DeviceCall, sendNotifications, sendPing } from '@kantor/contract/wire/device-api.ts';
import type { BankMessage } from '@kantor/demo/bank-texts.ts';
import { readQr } from '@kantor/demo/qr.ts';
import { headerLines, HttpConnection, JSON_BODY } from './http-connection.ts';

/** The moment on a clock that a browser on the same machine shares. */
const moment = () => performance.timeOrigin + performance.now();

/** A paired phone with one raw connection of its own. It sends messages one after the other, each as soon as it can. */
export class BankPhone {
  readonly #connection: HttpConnection;
  readonly #key: DeviceKey;
  #counter = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(connection: HttpConnection, key: DeviceKey) {
    this.#connection = connection;
    this.#key = key;
  }

  /** Pairs a phone with the only cabinet of a trader. */
  static async pair(url: URL, { call }: Client): Promise<BankPhone> {
    const [cabinet] = (await call(listCabinets)).results;
    if (cabinet === undefined) throw new Error('The trader has no cabinet');
    const { token } = readQr(await call(getCabinetQr, { params: { id: cabinet.id } }));
    const { device_id: id, key } = await pair({ server: url }, token);
    return new BankPhone(await HttpConnection.open(url), { id, key });
  }

  async ping(): Promise<void> {
    await this.#call(sendPing, {});
  }

  /** Sends a message of its bank. @returns when it was sent and when it was answered. */
  send(message: BankMessage): Promise<{ sentAt: number; answeredAt: number }> {
    const now = new Date().toISOString();
    const notification = { message_id: randomUUID(), phone: '', ...message, time: now };
    const sent = this.#last.then(() => this.#call(sendNotifications, { sent_at: now, notifications: [notification] }));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  async #call({ path: below }: DeviceCall, content: object) {
    const path = DEVICE_API_BASE + below;
    const body = JSON.stringify(content);
    this.#counter += 1;
    const headers = JSON_BODY + headerLines(signedHeaders(this.#key, this.#counter, path, body));
    const sentAt = moment();
    const reply = await this.#connection.request('POST', path, headers, body);
    if (reply.status !== 200) throw new Error(`A phone was answered with ${reply.status}: ${reply.body}`);
    return { sentAt, answeredAt: moment() };
  }

  close(): void {
    this.#connection.close();
  }
}
