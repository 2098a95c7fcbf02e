import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { forbidden, ApiError, unauthorized } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent } from '../../outbox/append.ts';
import {
  hearCabinet,
  type PhoneKeys,
  type PhoneKind,
  type PhonesCabinet,
  readDevice,
  type SpeakingCabinet,
  spendCounter,
} from '../cabinets/index.ts';
import { insertPing } from '../devices/index.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  keys: PhoneKeys;
}

/** 409: the phone is told from where to go on. */
class Replayed extends ApiError {
  override readonly more: Record<string, unknown>;

  constructor(lastCounter: bigint) {
    super(409, 'replayed', 'Запрос уже был: увеличьте счётчик и отправьте ещё раз');
    this.more = { last_counter: Number(lastCounter) };
  }
}

/**
 * The cabinet for which a device speaks, once for each counter. It has proved to hold its key.
 * @throws ApiError 401 `unknown_device`, 403 `device_ended`, 403 `cabinet_blocked`, 409 `replayed`; then nothing has changed.
 */
export async function enter(
  { db, clock }: Deps,
  device: { id: string; kind: PhoneKind; counter: number },
): Promise<SpeakingCabinet> {
  const cabinet = await singleStatement(db, (tx) => spendCounter(tx, device, clock()));
  if (cabinet !== undefined) return cabinet;
  throw new Replayed((await readLive({ db }, device)).lastCounter);
}

/**
 * A device that may speak, though not whether it has said this before.
 * @throws ApiError 401 `unknown_device`, 403 `device_ended`, 403 `cabinet_blocked`.
 */
export async function readLive({ db }: Pick<Deps, 'db'>, { id, kind }: { id: string; kind: PhoneKind }) {
  const device = await readDevice(db, id);
  if (device?.kind !== kind) {
    throw unauthorized('Телефон неизвестен: подключите его заново', 'unknown_device');
  }
  if (device.cabinet.isBlocked) throw forbidden('Кабинет заблокирован навсегда', 'cabinet_blocked');
  if (device.hasEnded) {
    throw forbidden('К кабинету подключён другой телефон: ключ этого больше не действует', 'device_ended');
  }
  return device;
}

/** Notes that a cabinet's phone is there. */
export async function hear({ db, clock }: Deps, cabinet: SpeakingCabinet): Promise<void> {
  if (cabinet.isJustHeard) return;
  await transaction(db, (tx) => hearCabinet(tx, cabinet, clock()));
}

/** Notes a ping; about one a minute is kept for the trader to see. */
export async function ping({ db, clock }: Deps, cabinet: PhonesCabinet, text: string): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    if (!(await hearCabinet(tx, cabinet, at, true))) return;
    const id = newId(at);
    await insertPing(tx, { id, traderId: cabinet.traderId, cabinetId: cabinet.id, text, createdAt: at });
    await appendEvent(tx, { kind: 'ping.new', objectId: id, owners: [cabinet.traderId], at });
  });
}
