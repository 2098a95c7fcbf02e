import { getRadar } from '@kantor/contract/wire/platform/radar.ts';
import { getOverview } from '@kantor/contract/wire/platform/overview.ts';
import type { RadarFigure, RadarRole } from '@kantor/contract/plain/radar.ts';
import { sql } from 'kysely';
import { after, MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { runRadar } from '../../src/modules/radar/index.ts';
import { byHand } from '../support/by-hand.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';

/** An order of the past, as its rows tell it. */
export interface Past {
  status: 'ACTIVE' | 'CLOSED' | 'EXPIRED' | 'DECLINED';
  /** Who closed it; the trader unless given. */
  by?: 'trader' | 'device' | 'operator';
  /** Seconds from issuing to its next step; five minutes unless given. */
  seconds?: number;
  /** The outcome of the bank's message that belongs to it; none unless given. */
  message?: 'paid' | 'already_closed' | 'expired' | 'unknown_sender';
  /** How an appeal against it was decided; none unless given. */
  appeal?: 'PROCESSED' | 'CLOSED' | 'OPEN';
  /** Seconds after the order before it; a minute unless given. */
  gap?: number;
}

interface Said {
  outcome: string;
  orderId?: string;
  at?: Date;
  /** Kopecks. */
  amount?: bigint;
  balance?: bigint | null;
  bank?: string | null;
  tail?: string | null;
}

/** Rows of the past are written by the database's owner, as no service makes them. */
class History {
  readonly #kantor: Kantor;
  readonly #of: { traderId: string; merchantId: string; requisiteId: string; cabinetId: string };
  readonly #last: Record<string, number> = {};

  constructor(kantor: Kantor, of: { traderId: string; merchantId: string; requisiteId: string; cabinetId: string }) {
    this.#kantor = kantor;
    this.#of = of;
  }

  #next(list: string): number {
    const number = (this.#last[list] ?? 0) + 1;
    this.#last[list] = number;
    return number;
  }

  async #insert(table: string, rows: readonly object[]): Promise<void> {
    const json = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
    const name = sql.table(table);
    await byHand(
      this.#kantor.ownerDb,
      sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${json}::jsonb)`,
    );
  }

  /** Writes orders one after the other; the clock goes on. */
  async orders(past: readonly Past[]): Promise<void> {
    const rows = past.map((order) => this.#order(order));
    await this.#insert(
      'orders',
      rows.map(({ order }) => order),
    );
    await this.#insert(
      'order_status_change',
      rows.flatMap(({ steps }) => steps),
    );
    await this.#insert(
      'notification',
      rows.flatMap(({ messages }) => messages),
    );
    await this.#insert(
      'appeal',
      rows.flatMap(({ appeals }) => appeals),
    );
  }

  #order({ status, by = 'trader', seconds = 300, message, appeal, gap = 60 }: Past) {
    const { clock, pass } = this.#kantor;
    const { traderId: trader_id, merchantId: merchant_id, requisiteId: requisite_id } = this.#of;
    pass(gap * SECOND);
    const [created_at, id, number] = [clock(), newId(clock()), this.#next('orders')];
    const ended = after(created_at, seconds * SECOND);
    const order = {
      ...{ id, merchant_id, merchant_seq: number, trader_id, trader_seq: number, requisite_id, payee_version: 1 },
      ...{ external_id: String(number), is_sbp: true, amount: 100_000, rate: 1_000_000, amount_usdt: 10_000_000 },
      ...{ fee_bp: 500, reward_bp: 200, status, held: status === 'ACTIVE' ? 10_000_000 : 0, created_at },
      ...{ expires_at: after(created_at, 15 * MINUTE), paid_at: status === 'CLOSED' ? ended : null },
    };
    const actor = { CLOSED: by, EXPIRED: 'timer', DECLINED: 'merchant', ACTIVE: 'merchant' }[status];
    const steps = [
      { order_id: id, n: 1, status: 'ACTIVE', actor: 'merchant', created_at },
      ...(status === 'ACTIVE' ? [] : [{ order_id: id, n: 2, status, actor, created_at: ended }]),
    ];
    const messages = message === undefined ? [] : [this.#message({ outcome: message, orderId: id, at: ended })];
    const isDecided = appeal !== 'OPEN';
    const appeals =
      appeal === undefined
        ? []
        : [
            {
              ...{
                id: newId(created_at),
                order_id: id,
                merchant_id,
                trader_id,
                amount: 100_000,
                status: appeal,
                stage: isDecided ? null : 'operator',
                decided_by: 'trader',
                round: 1,
                created_at,
              },
              ...{ merchant_seq: this.#next('appeals'), trader_seq: this.#last['appeals'] },
              order_status: status === 'CLOSED' ? 'EXPIRED' : status,
              processed_at: isDecided ? created_at : null,
              paid_amount: appeal === 'PROCESSED' ? 100_000 : null,
            },
          ];
    return { order, steps, messages, appeals };
  }

  #message({ outcome, orderId, at = this.#kantor.clock(), amount = 100_000n, balance = null, ...said }: Said) {
    const { bank = 'Сбербанк', tail = '4321' } = said;
    const number = this.#next('messages');
    const text_hash = `\\x${number.toString(16).padStart(64, '0')}`;
    return {
      ...{ id: newId(at), trader_id: this.#of.traderId, trader_seq: number, cabinet_id: this.#of.cabinetId },
      ...{ message_id: String(number), phone: '', application: '900', text: '', plain_request: '', reason: '' },
      ...{ order_id: orderId ?? null, outcome, created_at: at, heard_at: at, text_hash, balance, bank, tail },
      names_sum: true,
      amount: outcome === 'outgoing' ? null : amount,
    };
  }

  /** Messages that a phone heard. */
  messages = (said: readonly Said[]): Promise<void> =>
    this.#insert(
      'notification',
      said.map((each) => this.#message(each)),
    );

  pings = (moments: readonly Date[]): Promise<void> =>
    this.#insert(
      'device_ping',
      moments.map((at) => ({
        ...{ id: newId(at), trader_id: this.#of.traderId, trader_seq: this.#next('pings') },
        ...{ cabinet_id: this.#of.cabinetId, text: '', created_at: at },
      })),
    );
}

export const test = freshKantorTest
  .extend('operator', ({ kantor }) => kantor.createOperator())
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('cabinet', ({ kantor, trader }) => kantor.createCabinet(trader.id))
  .extend('requisite', ({ kantor, trader, cabinet }) => kantor.createRequisite(trader.id, { cabinetId: cabinet }))
  .extend(
    'history',
    ({ kantor, trader, merchant, requisite, cabinet }) =>
      new History(kantor, { traderId: trader.id, merchantId: merchant.id, requisiteId: requisite, cabinetId: cabinet }),
  )
  /** Counts everybody, some time after the last turn. */
  .extend('count', ({ kantor }) => async () => {
    kantor.pass(5 * MINUTE);
    if (!(await runRadar(kantor))) throw new Error('The turn has not come');
  })
  .extend('listed', ({ operator }) => async (query: object = {}) => {
    const { results } = await operator.call(getRadar, { query: { role: 'trader', ...query } });
    return results;
  })
  /** A figure of an account as the page has it. */
  .extend('figure', ({ listed }) => async (role: RadarRole, accountId: string, figure: RadarFigure) => {
    const row = (await listed({ role })).find(({ id }) => id === accountId);
    const found = row?.figures.find((each) => each.figure === figure);
    if (found === undefined) throw new Error(`No figure ${figure} of ${accountId}`);
    return found;
  })
  /** What waits by the overview. */
  .extend('inbox', ({ operator }) => async () => {
    const { waiting } = await operator.call(getOverview);
    return waiting.find(({ what }) => what === 'radar');
  });

/** Numbers that look drawn by lot and are the same each time. */
export function lots(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
