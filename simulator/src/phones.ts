import { setTimeout as delay } from 'node:timers/promises';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { pairDevice } from '@kantor/contract/wire/device-api.ts';
import { type Account, type Book, toAccount } from './accounts.ts';
import { type BankMessage, chatter, drawPayer } from './bank-texts.ts';
import { scan } from './camera.ts';
import { between } from './patience.ts';
import { nextGap, type Random } from './payers.ts';
import { Phone } from './phone.ts';
import type { Say } from './quiet-log.ts';
import { ask, type Cabinet, type Credentials, signIn } from './trader.ts';

export interface PhonesOptions {
  url: URL;
  traders: readonly Credentials[];
  /** The numbers of the phones that are ours to switch on; others are somebody's own. */
  numbers: ReadonlySet<string>;
  book: Book;
  say: Say;
  signal: AbortSignal;
  random?: Random;
  /** How often each phone says that it is there, in milliseconds. */
  pingGap?: number;
  /** How often a minute each phone hears what has nothing to do with orders. */
  chatterPerMinute?: number;
}

export interface Phones {
  /** The bank of an account writes to its phone; nobody hears it when there is no such phone. */
  hear: (account: Account, message: BankMessage) => void;
  /** Resolves when all phones are off. */
  ended: Promise<unknown>;
}

const PING_GAP_MS = 20_000;
const CHATTER_PER_MINUTE = 0.4;
const WRONG_CLOCK_MS = [-90_000, 90_000] as const;
const CHATTER_KOPECKS = [5_000, 400_000] as const;

/** Pairs phones with the traders' cabinets, by their QR codes, and keeps them on until the signal. */
export function openPhones(options: PhonesOptions): Phones {
  const { traders, say, signal } = options;
  const phones = new Map<string, Phone>();
  const ended = traders.map((trader) =>
    openOf(trader, options, phones).catch((error: unknown) => {
      if (!signal.aborted) say(`the phones of ${trader.username} are off: ${String(error)}`);
    }),
  );
  return { hear: ({ phone }, message) => phones.get(phone)?.hear(message), ended: Promise.all(ended) };
}

/** Switches on the phones of one trader. Resolves when all of them are off. */
async function openOf(credentials: Credentials, options: PhonesOptions, phones: Map<string, Phone>): Promise<void> {
  const { numbers, say } = options;
  const trader = await signIn(options, credentials);
  const requisites = await trader.requisites();
  const isOurs = ({ phone, is_active: isActive, is_blocked_forever: isBlocked }: Cabinet) =>
    numbers.has(phone) && isActive && !isBlocked;
  const running: Promise<unknown>[] = [];
  for (const cabinet of (await trader.cabinets()).filter(isOurs)) {
    const phone = await pair(cabinet, await trader.qr(cabinet.id), options);
    phones.set(phone.number, phone);
    const accounts = requisites
      .filter((requisite) => requisite.cabinet?.id === cabinet.id)
      .map((requisite) => toAccount(requisite.bank_type.name, requisite));
    running.push(phone.run(), chat(phone, accounts, options));
    say(`the phone «${cabinet.device_name}» of ${credentials.username} is on`);
  }
  await trader.leave();
  await Promise.all(running);
}

/** The server is asked where we know it to be: the address in the code may be one for phones outside. */
async function pair(cabinet: Cabinet, picture: Uint8Array, options: PhonesOptions): Promise<Phone> {
  const { url, say, signal, random = Math.random, pingGap = PING_GAP_MS } = options;
  const { token } = scan(picture);
  const answer = await ask(options, `${DEVICE_API_BASE}${pairDevice.path}`, {
    method: 'POST',
    body: JSON.stringify({ token }),
  });
  const { device_id: deviceId, key } = pairDevice.response.parse(await answer.json());
  const skew = Math.round(between(random, WRONG_CLOCK_MS));
  return new Phone({ url, deviceId, key, number: cabinet.phone, skew, pingGap, say, signal });
}

/** What banks say all day. */
async function chat(phone: Phone, accounts: readonly Account[], options: PhonesOptions): Promise<void> {
  const { book, signal, random = Math.random, chatterPerMinute = CHATTER_PER_MINUTE } = options;
  if (accounts.length === 0 || chatterPerMinute === 0) return;
  while (await delay(nextGap(random, chatterPerMinute), true, { signal }).catch(() => false)) {
    const account = accounts[Math.floor(random() * accounts.length)];
    if (!account) return;
    const amount = BigInt(Math.round(between(random, CHATTER_KOPECKS)));
    const income = {
      amount,
      balance: book(account, 0n),
      tail: account.tail,
      payer: drawPayer(random),
      at: new Date(),
    };
    phone.hear(chatter(random, account.bank, income));
  }
}
