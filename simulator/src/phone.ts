import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from '@kantor/contract/client.ts';
import { createPhone, type DeviceKey, type Phone as SigningPhone } from '@kantor/contract/device.ts';
import { MAX_NOTIFICATIONS } from '@kantor/contract/plain/limits.ts';
import { type DeviceCall, sendNotifications, sendPing } from '@kantor/contract/wire/device-api.ts';
import type { BankMessage } from '@kantor/demo/bank-texts.ts';
import type { z } from 'zod';
import { type Context, timedFetch } from './http.ts';
import { retry } from './retry.ts';
import { SECOND } from './time.ts';

export interface PhoneOptions extends Context {
  key: DeviceKey;
  /** Its banks know it by its number. */
  number: string;
  /** The error of its clock, in milliseconds. */
  skew: number;
  /** Between two pings, in milliseconds. */
  pingEvery: number;
}

interface QueuedMessage extends BankMessage {
  id: string;
  /** By the phone's clock. */
  time: string;
}

/** The pause before the server's failures are sent again. */
const RESEND_AFTER_MS = SECOND;

/** A phone with the application that sends bank messages to Kantor. It works while `run` does. */
export class Phone {
  readonly number: string;
  readonly #options: PhoneOptions;
  readonly #signing: SigningPhone;
  readonly #queue: QueuedMessage[] = [];
  readonly #events = new EventEmitter();
  #isOn = true;

  constructor(options: PhoneOptions) {
    const { url, signal, key, number } = options;
    this.#options = options;
    this.#signing = createPhone({ server: url, fetch: timedFetch(options), signal }, key);
    this.number = number;
  }

  /** A message of a bank reaches the phone. */
  receive({ application, text }: BankMessage): void {
    if (!this.#isOn) return;
    this.#queue.push({ id: randomUUID(), application, text, time: this.#time() });
    this.#events.emit('message');
  }

  /** Sends messages at once and pings now and then, until the signal, or until the server refuses the phone. */
  async run(): Promise<void> {
    const { signal, log, pingEvery } = this.#options;
    try {
      for (let pingAt = 0; ;) {
        if (this.#queue.length > 0) await this.#sendMessages();
        if (performance.now() >= pingAt) {
          await this.#send(sendPing, { text: 'На связи', battery: 20 + Math.floor(Math.random() * 80) });
          pingAt = performance.now() + pingEvery;
        }
        await this.#waitForMessage(pingAt - performance.now());
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      log(`the phone ${this.number} is off: ${error.message}`);
    } finally {
      this.#isOn = false;
    }
  }

  #time = () => new Date(Date.now() + this.#options.skew).toISOString();

  /** Until a message is there, but no longer than so many milliseconds. */
  async #waitForMessage(milliseconds: number): Promise<void> {
    const { signal } = this.#options;
    if (this.#queue.length > 0) return;
    const done = new AbortController();
    const both = AbortSignal.any([signal, done.signal]);
    const message = once(this.#events, 'message', { signal: both });
    const pause = delay(Math.max(milliseconds, 0), undefined, { signal: both });
    await Promise.race([message, pause]).finally(() => {
      done.abort();
      // The loser is aborted.
      void Promise.allSettled([message, pause]);
    });
  }

  async #sendMessages(): Promise<void> {
    const batch = this.#queue.slice(0, MAX_NOTIFICATIONS);
    const notifications = batch.map(({ id, application, text, time }) => {
      return { message_id: id, phone: this.number, application, text, time };
    });
    const { accepted, rejected } = await this.#send(sendNotifications, { sent_at: this.#time(), notifications });
    const done = new Set([...accepted, ...rejected.map(({ index }) => batch[index]?.id)]);
    // Messages that came meanwhile stand behind the batch.
    this.#queue.splice(0, batch.length);
    const left = batch.filter(({ id }) => !done.has(id));
    if (left.length === 0) return;
    this.#queue.push(...left);
    await delay(RESEND_AFTER_MS, undefined, { signal: this.#options.signal });
  }

  /** Sends a call until the server has decided on it, each time under a new counter. @throws Refused. */
  #send<C extends DeviceCall>(call: C, body: z.input<C['body']>): Promise<z.input<C['response']>> {
    return retry(() => this.#signing.call(call, body).catch((error) => this.#decide(error)), this.#options.signal);
  }

  /** Undefined: another attempt may succeed. @throws Refused. */
  async #decide(error: unknown): Promise<undefined> {
    const { signal, log, url } = this.#options;
    signal.throwIfAborted();
    if (!(error instanceof Refused)) {
      log(`${url.origin} does not answer; trying again`);
      return;
    }
    const { status, code, headers } = error;
    if (code === 'replayed') return;
    if (status === 429) {
      await delay(Number(headers.get('retry-after') ?? 1) * SECOND, undefined, { signal });
      return;
    }
    if (status < 500) throw error;
    log(`${url.origin} answers a phone ${status} (${code}); trying again`);
  }
}
