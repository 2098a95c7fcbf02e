import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { insertCabinet } from '../../src/modules/cabinets/index.ts';
import { addRequisite, type NewRequisite } from '../../src/modules/requisites/index.ts';

/** Makes cabinets with phones, and their requisites. */
export function createRequisites({ db, clock }: { db: Database; clock: Clock }) {
  /** Cabinets whose phones are on: they are online whenever an order is asked for. */
  const phones = new Set<string>();

  /** Shows the phones online, now. What other transactions hold is not waited for. */
  const heartbeat = async () => {
    await sql`
      update cabinet set last_heard_at = ${clock()}, is_heard = true where id in (
        select id from cabinet where id = any(${[...phones]}::uuid[]) and last_heard_at is distinct from ${clock()}
        for no key update skip locked)`.execute(db);
  };

  /** A cabinet with a phone that is online without the device API. */
  async function createCabinet(traderId: string, { isActive = true, hasPhone = true } = {}): Promise<string> {
    const id = newId(clock());
    await transaction(db, (tx) =>
      insertCabinet(tx, { id, traderId, deviceName: 'Телефон', phone: '', isActive, createdAt: clock() }),
    );
    if (hasPhone) phones.add(id);
    await heartbeat();
    return id;
  }

  let accounts = 0;

  /** A requisite that takes every order, with an account and a phone that no other has, in a cabinet of its own, unless the test says otherwise. */
  async function createRequisite(traderId: string, changes: Partial<NewRequisite> = {}): Promise<string> {
    const id = newId(clock());
    // A number of its own, also while others are being made.
    const account = (accounts += 1);
    const cabinetId = changes.cabinetId ?? (await createCabinet(traderId));
    await transaction(db, (tx) =>
      addRequisite(tx, {
        id,
        traderId,
        bankId: 1,
        name: 'Основной',
        fio: 'Иванов Иван Иванович',
        phone: `+7900${1_234_566 + account}`,
        bankAccount: `408178100000${String(account).padStart(8, '0')}`,
        last4: '4321',
        isSbp: true,
        isC2c: true,
        intervalMinutes: 0,
        minAmount: 0n,
        maxAmount: 0n,
        maxDeals: 0,
        maxCurrentDeals: 0,
        isActive: true,
        createdAt: clock(),
        ...changes,
        cabinetId,
      }),
    );
    return id;
  }

  return {
    heartbeat,
    /** Switches all phones off. */
    switchPhonesOff: () => phones.clear(),
    createCabinet,
    createRequisite,
  };
}
