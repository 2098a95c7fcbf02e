import { createHash, createHmac, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { problem } from '@kantor/contract/wire/call.ts';
import { COUNTER_HEADER, DEVICE_HEADER, SIGNATURE_HEADER, signedText } from '@kantor/contract/plain/device-headers.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { MAX_NOTIFICATIONS } from '@kantor/contract/plain/limits.ts';
import { replayedProblem, sendNotifications, sendPing } from '@kantor/contract/wire/device-api.ts';
import type { BankMessage } from './bank-texts.ts';
import { persist } from './patience.ts';
import type { Say } from './quiet-log.ts';

export interface PhoneOptions {
  url: URL;
  /** What the server knows the phone by. */
  deviceId: string;
  key: string;
  /** Its number: what its banks know it by. */
  number: string;
  /** What is wrong with its clock, in milliseconds. */
  skew: number;
  /** Says that it is there this often, in milliseconds. */
  pingGap: number;
  say: Say;
  signal: AbortSignal;
}

interface Heard extends BankMessage {
  id: string;
  /** By the phone's clock. */
  time: string;
}

/** The server will not hear this phone any more. */
class Unheard extends Error {}

const ANSWER_LIMIT_MS = 15_000;
/** After that, what was neither kept nor rejected is sent again. */
const LEFT_FOR_MS = 1000;

/** A phone with the application that tells the server what its banks say. It speaks while it runs. */
export class Phone {
  readonly number: string;
  readonly #options: PhoneOptions;
  readonly #heard: Heard[] = [];
  readonly #news = new EventEmitter();
  #counter = 0;
  #isOn = true;

  constructor(options: PhoneOptions) {
    this.#options = options;
    this.number = options.number;
  }

  /** A message of a bank reaches the phone. */
  hear({ application, text }: BankMessage): void {
    if (!this.#isOn) return;
    this.#heard.push({ id: randomUUID(), application, text, time: this.#time() });
    this.#news.emit('heard');
  }

  /** Tells what was heard, and at least that it is there; until the signal, or until the server does not want it. */
  async run(): Promise<void> {
    const { signal, say, pingGap } = this.#options;
    try {
      for (let pingAt = 0; ;) {
        if (this.#heard.length > 0) await this.#tell();
        if (performance.now() >= pingAt) {
          await this.#send(sendPing, { text: `На связи. Заряд ${20 + Math.floor(Math.random() * 80)}%` });
          pingAt = performance.now() + pingGap;
        }
        await this.#wait(pingAt - performance.now());
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Unheard)) throw error;
      say(`the phone ${this.number} is not heard any more: ${error.message}`);
    } finally {
      this.#isOn = false;
    }
  }

  #time = () => new Date(Date.now() + this.#options.skew).toISOString();

  /** Until something is heard, or for so long. */
  async #wait(milliseconds: number): Promise<void> {
    const { signal } = this.#options;
    if (this.#heard.length > 0) return;
    const until = new AbortController();
    const both = AbortSignal.any([signal, until.signal]);
    const news = once(this.#news, 'heard', { signal: both });
    const pause = delay(Math.max(milliseconds, 0), undefined, { signal: both });
    await Promise.race([news, pause]).finally(() => {
      until.abort();
      // Whichever lost was told to stop.
      void Promise.allSettled([news, pause]);
    });
  }

  async #tell(): Promise<void> {
    const batch = this.#heard.slice(0, MAX_NOTIFICATIONS);
    const notifications = batch.map(({ id, application, text, time }) => {
      return { message_id: id, phone: this.number, application, text, time };
    });
    const { accepted, rejected } = await this.#send(sendNotifications, { sent_at: this.#time(), notifications });
    const done = new Set([...accepted, ...rejected.map(({ index }) => batch[index]?.id)]);
    // What is heard meanwhile comes behind them.
    this.#heard.splice(0, batch.length);
    const left = batch.filter(({ id }) => !done.has(id));
    if (left.length === 0) return;
    this.#heard.push(...left);
    await delay(LEFT_FOR_MS, undefined, { signal: this.#options.signal });
  }

  /** Sends a call until the server has decided on it, each time under a new counter. @throws Unheard. */
  #send<Response>(call: { path: string; response: { parse: (body: unknown) => Response } }, body: object) {
    return persist(async () => {
      const answer = await this.#post(`${DEVICE_API_BASE}${call.path}`, JSON.stringify(body));
      if (answer === undefined) return undefined;
      const content: unknown = await answer.json().catch(() => undefined);
      if (answer.ok) return call.response.parse(content);
      return this.#refused(answer, content);
    }, this.#options.signal);
  }

  async #post(path: string, body: string): Promise<Response | undefined> {
    const { url, deviceId, key, signal, say } = this.#options;
    this.#counter += 1;
    const hash = createHash('sha256').update(body).digest('hex');
    const proof = createHmac('sha256', key)
      .update(signedText('POST', path, this.#counter, hash))
      .digest('hex');
    const headers = {
      'content-type': 'application/json',
      [DEVICE_HEADER]: deviceId,
      [COUNTER_HEADER]: String(this.#counter),
      [SIGNATURE_HEADER]: proof,
    };
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
      return await fetch(new URL(path, url), { method: 'POST', headers, body, signal: limit });
    } catch {
      signal.throwIfAborted();
      say(`${url.origin} does not answer; trying again`);
      return undefined;
    }
  }

  /** Undefined: worth another try. */
  async #refused({ status, headers }: Response, content: unknown): Promise<undefined> {
    const { signal, say, url } = this.#options;
    const replayed = replayedProblem.safeParse(content);
    if (status === 409 && replayed.success) {
      this.#counter = Math.max(this.#counter, replayed.data.last_counter);
      return;
    }
    if (status === 429) {
      await delay(Number(headers.get('retry-after') ?? 1) * 1000, undefined, { signal });
      return;
    }
    const { code = 'unknown', detail = '' } = problem.safeParse(content).data ?? {};
    if (status < 500) throw new Unheard(`${status} ${code} ${detail}`);
    say(`${url.origin} answers a phone ${status} (${code}); trying again`);
  }
}
