import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Decoded } from '@kantor/contract/client.ts';
import { pair } from '@kantor/contract/device.ts';
import { getCabinetQr, listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { listRequisites } from '@kantor/contract/wire/requisites.ts';
import { type BankAccount, bankAccount } from '@kantor/demo/bank-account.ts';
import {
  type BankMessage,
  drawNoiseAmount,
  drawPayer,
  noiseMessage,
  purchaseMessage,
} from '@kantor/demo/bank-texts.ts';
import { readQr } from '@kantor/demo/qr.ts';
import { between, type Random } from '@kantor/demo/random.ts';
import { nextGap } from './arrivals.ts';
import type { Balances } from './balances.ts';
import { type Context, persistentFetch } from './http.ts';
import { Phone } from './phone.ts';
import { type Credentials, openSession } from './session.ts';
import { SECOND } from './time.ts';

export interface PhonesOptions extends Context {
  traders: readonly Credentials[];
  /** The numbers of the simulated phones; others belong to somebody. */
  numbers: ReadonlySet<string>;
  balances: Balances;
  random?: Random;
  /** Between two pings of a phone, in milliseconds. */
  pingEvery?: number;
  /** Messages a minute to each phone that have nothing to do with orders. */
  noisePerMinute?: number;
}

export interface Phones {
  /** Delivers a message of an account's bank to its phone, if there is one. */
  deliver: (account: BankAccount, message: BankMessage) => void;
  /** Resolves when all phones are off. */
  ended: Promise<unknown>;
}

type Cabinet = Decoded<typeof listCabinets>['results'][number];

const PING_EVERY_MS = 20 * SECOND;
const NOISE_PER_MINUTE = 0.4;
const SKEW_MS = [-90 * SECOND, 90 * SECOND] as const;
const ALL = { query: { page_size: 100 } };

/** Pairs phones with the traders' cabinets, by their QR codes, and keeps them on until the signal. */
export function openPhones(options: PhonesOptions): Phones {
  const { traders, log, signal } = options;
  const phones = new Map<string, Phone>();
  const ended = traders.map((trader) =>
    openPhonesOf(trader, options, phones).catch((error: unknown) => {
      if (!signal.aborted) log(`the phones of ${trader.username} are off: ${String(error)}`);
    }),
  );
  return { deliver: ({ phone }, message) => phones.get(phone)?.receive(message), ended: Promise.all(ended) };
}

/** Switches on the phones of one trader. Resolves when all of them are off. */
async function openPhonesOf(trader: Credentials, options: PhonesOptions, phones: Map<string, Phone>): Promise<void> {
  const { numbers, log } = options;
  const session = openSession(options, trader);
  const { results: requisites } = await session.call(listRequisites, ALL);
  const { results: cabinets } = await session.call(listCabinets, ALL);
  const running: Promise<unknown>[] = [];
  for (const cabinet of cabinets) {
    if (!numbers.has(cabinet.phone) || !cabinet.is_active || cabinet.is_blocked_forever) continue;
    const phone = await openPhone(session, cabinet, options);
    phones.set(phone.number, phone);
    const accounts = requisites
      .filter((requisite) => requisite.cabinet?.id === cabinet.id)
      .map((requisite) => bankAccount(requisite.bank_type.name, requisite));
    running.push(phone.run(), receiveNoise(phone, accounts, options));
    log(`the phone «${cabinet.device_name}» of ${trader.username} is on`);
  }
  await session.signOut();
  await Promise.all(running);
}

/** Pairs a phone at our own address of the server: the one in the code may be for phones outside. */
async function openPhone(
  { call }: Client,
  { id, phone: number }: Pick<Cabinet, 'id' | 'phone'>,
  options: PhonesOptions,
): Promise<Phone> {
  const { url: server, signal, random = Math.random, pingEvery = PING_EVERY_MS } = options;
  const { token } = readQr(await call(getCabinetQr, { params: { id } }));
  const { device_id, key } = await pair({ server, fetch: persistentFetch(options), signal }, token);
  const skew = Math.round(between(random, ...SKEW_MS));
  return new Phone({ ...options, key: { id: device_id, key }, number, skew, pingEvery });
}

/** Messages that banks send all day. */
async function receiveNoise(phone: Phone, accounts: readonly BankAccount[], options: PhonesOptions): Promise<void> {
  const { balances, signal, random = Math.random, noisePerMinute = NOISE_PER_MINUTE } = options;
  if (accounts.length === 0 || noisePerMinute === 0) return;
  const write = (message: typeof noiseMessage, account: BankAccount) => {
    const { bank, tail } = account;
    const money = { amount: drawNoiseAmount(random), balance: balances(account, 0n) };
    phone.receive(message(random, bank, { ...money, tail, payer: drawPayer(random), at: new Date() }));
  };
  // Simulated balances begin anew with each start. After a purchase no bank's balance goes against the last one that was heard.
  for (const account of accounts) write(purchaseMessage, account);
  while (await delay(nextGap(random, noisePerMinute), true, { signal }).catch(() => false)) {
    const account = accounts[Math.floor(random() * accounts.length)];
    if (!account) return;
    write(noiseMessage, account);
  }
}
