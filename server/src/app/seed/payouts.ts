import type { TraderName } from '@kantor/demo/accounts.ts';
import { PAYEES } from '@kantor/demo/payees.ts';
import { between, pick, type Random } from '@kantor/demo/random.ts';
import { drawReceipt, RECEIPT_NAME } from '@kantor/demo/receipt.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after, HOUR, MINUTE } from '../../kernel/clock.ts';
import { createFiles, type FileStore, USUAL_UPLOADS } from '../../modules/files/index.ts';
import {
  assertEnabled,
  cancelPayout,
  confirmPayout,
  contest,
  openPayout,
  settleDuePayouts,
  takePayout,
  uploadPhoto,
  USUAL_TERMS,
} from '../../modules/payouts/index.ts';
import { readAccountByName } from '../../modules/accounts/index.ts';
import type { DemoDay } from './progress.ts';
import type { Schedule } from './schedule.ts';
import { inOneTransaction } from '../../db/one-transaction.ts';

const ROUBLES = 100n;

/** The merchant earns before they spend. */
const FIRST_PAYOUT_DAY = 15;

/** Those of the demo, in which nobody waits long. */
const DEMO_TERMS = { ...USUAL_TERMS, contestMs: MINUTE };

/** Minutes before the end of the last day. */
const OPEN_PAYOUTS = [52, 17];
const CONTESTED_PAYOUT = 95;
const CONTEST_REASON = 'Получатель прислал выписку: поступления нет';

interface PayoutContext {
  tx: Tx;
  demoDay: DemoDay;
  schedule: Schedule;
  random: Random;
  merchantId: string;
  store: FileStore;
}

/** The merchant spends their earnings on payouts that traders do. */
export async function offerPayouts({ tx, demoDay, schedule, random, merchantId, store }: PayoutContext): Promise<void> {
  const { day, until, isLast } = demoDay;
  const db = inOneTransaction(tx);
  const { clock } = schedule;
  const merchant = { role: 'merchant', id: merchantId } as const;
  // Links of files are never made here, so nothing is signed.
  const files = createFiles({
    db,
    clock,
    store,
    secret: new Uint8Array(1),
    isInForce: async () => false,
    terms: USUAL_UPLOADS,
  });
  const deps = { db, clock, files, payoutTerms: DEMO_TERMS };
  const inHours = (from: number, to: number, act: () => Promise<unknown>) =>
    schedule.add(after(clock(), between(random, from, to) * HOUR), async () => void (await act()));

  const offer = async () => {
    const payee = { phone: '', bank_account: '', recipient_bank: null, ...pick(random, PAYEES) };
    const { fio, phone, bank_account: bankAccount, recipient_bank: recipientBank } = payee;
    const amount = BigInt(Math.round(between(random, 6, 60)) * 500) * ROUBLES;
    const request = { amount, isSbp: phone !== '', fio, phone, bankAccount, recipientBank, externalId: null };
    const { id, feeBp } = await assertEnabled(db, merchantId);
    return transaction(db, (step) => openPayout(step, { id, feeBp }, request, { at: clock(), minAmount: 0n }));
  };

  const traderNamed = async (name: TraderName) => {
    const user = await readAccountByName(tx, name);
    if (user === undefined) throw new Error(`The demo has no ${name}`);
    return { role: 'trader', id: user.id } as const;
  };

  const finish = async (trader: Awaited<ReturnType<typeof traderNamed>>, id: string) => {
    const bytes = Buffer.from(drawReceipt());
    const read = () => Promise.resolve({ file: { name: RECEIPT_NAME, bytes } });
    await uploadPhoto(deps, trader, id, { size: bytes.length, read });
    await confirmPayout(deps, trader, id);
  };

  const pay = async () => {
    const id = await offer();
    if (random() < 0.15) return inHours(0.2, 1, () => cancelPayout(deps, merchant, id));
    inHours(0.3, 2, async () => {
      const trader = await traderNamed(random() < 0.5 ? 'trader' : 'trader2');
      await takePayout(deps, trader, id);
      inHours(0.3, 1, async () => {
        await finish(trader, id);
        schedule.add(after(clock(), DEMO_TERMS.contestMs), async () => void (await settleDuePayouts(deps)));
      });
    });
  };

  /** One waits for the operator: what its trader gets is held. */
  const dispute = async () => {
    const id = await offer();
    const trader = await traderNamed('trader');
    await takePayout(deps, trader, id);
    await finish(trader, id);
    await transaction(db, (step) => contest(step, { merchantId, id, reason: CONTEST_REASON }, clock()));
  };

  if (day >= FIRST_PAYOUT_DAY && day % 3 === 0) inHours(1, 14, pay);
  // The last ones wait for a trader.
  if (isLast) {
    for (const minutes of OPEN_PAYOUTS) schedule.add(after(until, -minutes * MINUTE), async () => void (await offer()));
    schedule.add(after(until, -CONTESTED_PAYOUT * MINUTE), dispute);
  }
}
