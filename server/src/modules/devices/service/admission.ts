import type { Database } from '../../../db/pool.ts';
import { singleStatement, transaction } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { ApiError, forbidden, unauthorized } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { networkOf } from '../../../kernel/network.ts';
import { appendEvent } from '../../../outbox/append.ts';
import {
  type CabinetRef,
  noteOldTemplate,
  notePostAddress,
  recordHeartbeat,
  recordPing,
  recordRefusedPost,
} from '../../cabinets/index.ts';
import { type CallingCabinet, type DeviceKind, readDevice, spendCounter } from '../store/devices.ts';
import { insertPing } from '../store/pings.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** A call of a device that has proved to hold its key. */
export interface DeviceCall {
  id: string;
  kind: DeviceKind;
  counter: number;
}

/** 409 with the last counter, from which the phone goes on. */
class Replayed extends ApiError {
  override readonly more: Record<string, unknown>;

  constructor(lastCounter: bigint) {
    super(409, 'replayed', 'Запрос уже был: увеличьте счётчик и отправьте ещё раз');
    this.more = { last_counter: Number(lastCounter) };
  }
}

/** The cabinet for which a device calls, once for each counter. */
async function enter({ db, clock }: Deps, call: DeviceCall): Promise<CallingCabinet> {
  const cabinet = await singleStatement(db, (tx) => spendCounter(tx, call, clock()));
  if (cabinet !== undefined) return cabinet;
  throw new Replayed((await readCallable({ db }, call)).lastCounter);
}

const END_SENTENCES = {
  replaced: 'К кабинету подключён другой телефон: ключ этого больше не действует',
  cabinet_blocked: 'Кабинет заблокирован навсегда',
  password: 'Пароль изменён, и ключ телефона больше не действует: подключите его заново',
  blocked: 'Аккаунт был заблокирован, и ключ телефона больше не действует: подключите его заново',
};

/**
 * A device that may call, though perhaps not with this counter.
 * @throws ApiError 401 `unknown_device`, 403 `device_ended`, 403 `cabinet_blocked`.
 */
async function readCallable({ db }: Pick<Deps, 'db'>, { id, kind }: DeviceCall) {
  const device = await readDevice(db, id);
  if (device?.kind !== kind) {
    throw unauthorized('Телефон неизвестен: подключите его заново', 'unknown_device');
  }
  if (device.cabinet.isBlocked) throw forbidden('Кабинет заблокирован навсегда', 'cabinet_blocked');
  if (device.hasEnded) throw forbidden(END_SENTENCES[device.endReason ?? 'replaced'], 'device_ended');
  return device;
}

type AdmittedCabinet = CabinetRef & Pick<CallingCabinet, 'hasOldTemplate' | 'postAddress'>;

/**
 * Lets a device call, and records its heartbeat.
 * @returns its cabinet.
 * @throws ApiError 401 `unknown_device`, 403 `device_ended`, 403 `cabinet_blocked`, 409 `replayed`; then nothing has changed.
 */
export async function admit(deps: Deps, call: DeviceCall): Promise<AdmittedCabinet> {
  const cabinet = await enter(deps, call);
  if (!cabinet.isJustSeen) {
    await singleStatement(deps.db, (tx) => recordHeartbeat(tx, cabinet, deps.clock()));
  }
  return cabinet;
}

/**
 * As `admit`, for a device whose calls may come twice, or after later ones. A call that is not newer than all before is no
 * heartbeat.
 * @throws ApiError 401 `unknown_device`, 403 `device_ended`, 403 `cabinet_blocked`.
 */
export async function admitAgain(deps: Deps, call: DeviceCall): Promise<AdmittedCabinet> {
  try {
    return await admit(deps, call);
  } catch (error) {
    if (!(error instanceof Replayed)) throw error;
    return (await readCallable(deps, call)).cabinet;
  }
}

/** Notes on the cabinet's screen whether its application has an old template; most calls change nothing, and write nothing. */
export async function noteTemplate({ db, clock }: Deps, cabinet: AdmittedCabinet, isOld: boolean): Promise<void> {
  if (cabinet.hasOldTemplate !== isOld) await singleStatement(db, (tx) => noteOldTemplate(tx, cabinet, isOld, clock()));
}

/**
 * Notes on the cabinet's screen that its posts come from another network; most come from where the last one came from.
 * @returns whether they came from elsewhere before.
 */
export async function noteAddress({ db, clock }: Deps, cabinet: AdmittedCabinet, address: string): Promise<boolean> {
  const { postAddress: former } = cabinet;
  if (former !== null && networkOf(former) === networkOf(address)) return false;
  await singleStatement(db, (tx) => notePostAddress(tx, cabinet, address, clock()));
  return former !== null;
}

/** Notes on the cabinet's screen that a post was refused: an outsider may have forged it. */
export const noteRefusedPost = ({ db, clock }: Deps, cabinet: CabinetRef): Promise<void> =>
  singleStatement(db, (tx) => recordRefusedPost(tx, cabinet, clock()));

/** A phone's sign of life. */
interface ReceivedPing {
  text: string;
  /** The phone's charge in per cent, if it told that. */
  battery?: number | undefined;
  /** The application has a template that we have replaced. */
  hasOldTemplate?: boolean;
}

/**
 * Lets a device ping; about one ping a minute is kept for the trader to see.
 * @throws as `admit`.
 */
export async function receivePing(
  deps: Deps,
  call: DeviceCall,
  { text, battery, hasOldTemplate = false }: ReceivedPing,
): Promise<void> {
  const cabinet = await enter(deps, call);
  const { id: cabinetId, traderId } = cabinet;
  await noteTemplate(deps, cabinet, hasOldTemplate);
  const at = deps.clock();
  await transaction(deps.db, async (tx) => {
    if (!(await recordPing(tx, { id: cabinetId, traderId }, at, battery))) return;
    const id = newId(at);
    await insertPing(tx, { id, traderId, cabinetId, text, createdAt: at });
    await appendEvent(tx, { kind: 'ping.new', objectId: id, owners: [traderId], at });
  });
}
