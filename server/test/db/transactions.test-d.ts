/**
 * Compiled and never run: whatever is marked must not compile. Should a wall fall, its mark is an error for the linter, which checks types.
 */
import type { Database } from '../../src/db/pool.ts';
import type { Locked, Reader, Statement, Tx } from '../../src/db/tx.ts';
import { type CabinetRef, type LockedCabinet, recordHeartbeat } from '../../src/modules/cabinets/index.ts';
import { insertNotifications, type NewNotification, readKept } from '../../src/modules/devices/index.ts';
import { connectDevice } from '../../src/modules/devices/store/devices.ts';
import { post, type Posting } from '../../src/modules/ledger/index.ts';
import { countKeysInForce } from '../../src/modules/merchant-api/store.ts';
import { endOrders, lockOrder, moveOrder, type Order, setHeld } from '../../src/modules/orders/index.ts';
import type { AvailableRequisite } from '../../src/modules/orders/store/issuing.ts';
import { insertOrders, type NewOrder } from '../../src/modules/orders/store/steps.ts';
import { takePayout } from '../../src/modules/payouts/store/work.ts';
import { assignToCabinet } from '../../src/modules/requisites/index.ts';
import type { Account } from '../../src/modules/accounts/index.ts';

declare const pool: Database;
declare const reader: Reader;
declare const statement: Statement;
declare const tx: Tx;
declare const order: Order;
declare const locked: Locked<Order>;
declare const step: { to: 'CLOSED'; actor: 'trader'; at: Date; held: bigint };
declare const ending: { event: 'confirm'; actor: 'trader'; at: Date };
declare const requisite: AvailableRequisite;
declare const lockedRequisite: Locked<AvailableRequisite>;
declare const newOrder: NewOrder;
declare const user: Account;
declare const lockedUser: Locked<Account>;
declare const posting: Posting;
declare const cabinet: CabinetRef;
declare const lockedCabinet: LockedCabinet;
declare const device: Parameters<typeof connectDevice>[2];
declare const message: NewNotification;
declare const at: Date;

const copyOf = ({ ...copy }: Locked<Order>) => copy;

void (() => [
  endOrders(tx, [{ ...ending, order: locked }]),
  // @ts-expect-error An order ends under its lock.
  endOrders(tx, [{ ...ending, order }]),
  // @ts-expect-error A lock ends with its statement.
  endOrders(statement, [{ ...ending, order: locked }]),
  // @ts-expect-error The pool is no transaction.
  endOrders(pool, [{ ...ending, order: locked }]),
  // @ts-expect-error A reader does not write.
  endOrders(reader, [{ ...ending, order: locked }]),
]);

void (() => [
  lockOrder(tx, order.id),
  // @ts-expect-error One statement is too few to hold a lock.
  lockOrder(statement, order.id),
  // @ts-expect-error The pool is no transaction.
  lockOrder(pool, order.id),
  post(tx, posting, at),
  // @ts-expect-error A posting goes with what it pays: that takes a transaction.
  post(statement, posting, at),
]);

void (async () => [
  setHeld(tx, locked, 0n),
  // @ts-expect-error Nobody holds this order's lock.
  setHeld(tx, order, 0n),
  // @ts-expect-error A copy of a locked row is no locked row.
  setHeld(tx, copyOf(locked), 0n),
  moveOrder(tx, { ...step, order: locked }),
  // @ts-expect-error Nobody holds this order's lock.
  moveOrder(tx, { ...step, order }),
]);

void (() => [
  insertOrders(tx, [{ ...newOrder, requisite: lockedRequisite }], at),
  // @ts-expect-error An order is issued at a requisite that is locked.
  insertOrders(tx, [{ ...newOrder, requisite }], at),
]);

void (() => [
  takePayout(tx, lockedUser, order.id, at),
  // @ts-expect-error A trader's payouts in work are counted under their lock.
  takePayout(tx, user, order.id, at),
  countKeysInForce(tx, lockedUser, at),
  // @ts-expect-error A merchant's keys are counted under their lock.
  countKeysInForce(tx, user, at),
]);

void (() => [
  recordHeartbeat(statement, cabinet, at),
  // @ts-expect-error The pool is no handle of a single statement.
  recordHeartbeat(pool, cabinet, at),
  connectDevice(tx, lockedCabinet, device, at),
  // @ts-expect-error A device is connected under its cabinet's lock.
  connectDevice(tx, cabinet, device, at),
  assignToCabinet(tx, lockedCabinet, [], at),
  // @ts-expect-error A cabinet is locked before its requisites.
  assignToCabinet(tx, cabinet, [], at),
  readKept(tx, [message]),
  // @ts-expect-error The messages of a cabinet go one after the other.
  readKept(tx, [{ ...message, cabinet }]),
  insertNotifications(tx, [message], []),
  // @ts-expect-error A message is kept under its cabinet's lock.
  insertNotifications(tx, [{ ...message, cabinet }], []),
]);
