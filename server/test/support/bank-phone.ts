import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { newId } from '../../src/kernel/ids.ts';
import { startKantor } from './harness.ts';
import type { Kantor } from './kantor.ts';

/** Words of Sberbank, bank 1, which names the account; and of T-Bank, bank 2, which names none. */
export const sber = (roubles: string, tail = '4321') => ({
  application: '900',
  text: `СЧЁТ${tail} 12:01 Перевод из Т-Банк +${roubles}р от Иван И. Баланс: 20000.50р`,
});
export const tbank = (roubles: string) => ({
  application: 'com.idamob.tinkoff.android',
  text: `Пополнение, счет RUB. ${roubles} ₽. Иван И. Доступно 20000 ₽`,
});
export const SBER = 1;
export const TBANK = 2;

type Said = ReturnType<typeof sber>;
interface Manner {
  messageId?: string;
  heardAt?: Date;
  phoneTime?: Date;
}

/** A cabinet's phone: it hears a bank, by default now, and tells of it. */
export const createBankPhone =
  (kantor: Pick<Kantor, 'db' | 'clock'>, cabinet: { id: string; traderId: string }) =>
  ({ application, text }: Said, manner: Manner = {}) =>
    receiveMessage(kantor, cabinet, {
      messageId: newId(kantor.clock()),
      phone: '',
      application,
      text,
      plainRequest: '{}',
      heardAt: kantor.clock(),
      ...manner,
    });

type Stage = Awaited<ReturnType<typeof startStage>>;
type Opened = Awaited<ReturnType<Stage['open']>>;

/** A marketplace with phones that hear banks, and one trader at a time who receives orders. */
async function startStage() {
  const kantor = await startKantor();
  const merchant = await kantor.createMerchant();

  return {
    kantor,
    merchant,

    /** A trader with a phone; no other receives orders any more. */
    async open() {
      const trader = await kantor.createTrader({ balance: '100000' });
      await sql`update users set traffic_on = false where role = 'trader' and id <> ${trader.id}`.execute(kantor.db);
      return { trader, cabinet: { id: await kantor.createCabinet(trader.id), traderId: trader.id } };
    },

    /** An order that was issued. */
    async issue(amount: string | number): Promise<string> {
      const { status, body } = await kantor.order(merchant.key, amount);
      if (status !== 201) throw new Error(`No order for ${amount}: ${JSON.stringify(body)}`);
      return body.id;
    },

    hear: (cabinet: { id: string; traderId: string }, said: Said, manner?: Manner) =>
      createBankPhone(kantor, cabinet)(said, manner),
  };
}

/** A stage for all tests of a file; each test has a trader of its own. All of them are there once the tests begin. */
export function useStage() {
  const [stage, kantor] = [{} as Stage, {} as Stage['kantor']];
  const [trader, cabinet] = [{} as Opened['trader'], {} as Opened['cabinet']];
  beforeAll(async () => {
    Object.assign(stage, await startStage());
    Object.assign(kantor, stage.kantor);
  });
  beforeEach(async () => {
    const opened = await stage.open();
    Object.assign(trader, opened.trader);
    Object.assign(cabinet, opened.cabinet);
  });
  afterAll(() => kantor.close());

  const get = async (path: string, token = trader.token) => (await kantor.send(`/api/v1/${path}`, { token })).body;
  return {
    stage,
    kantor,
    trader,
    cabinet,
    /** What a screen shows, the trader's by default. */
    get,
    readOrder: (id: string) => get(`orders/${id}/`),
    /** The newest message. */
    lastMessage: async () => (await get('devicenotifications/?page_size=1')).results[0],
    /** An order that is a minute old. */
    issue: async (amount: string): Promise<string> => {
      const id = await stage.issue(amount);
      kantor.pass(MINUTE);
      return id;
    },
  };
}
