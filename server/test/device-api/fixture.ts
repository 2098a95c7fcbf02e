import { getNotification, listNotifications, listPings } from '@kantor/contract/wire/devices.ts';
import { MINUTE } from '../../src/kernel/clock.ts';
import { kantorTest } from '../support/fixtures.ts';
import { pairPhone } from '../support/phone.ts';

/** Each test has a trader of its own with a cabinet, and a phone where it names one. */
export const test = kantorTest
  .extend('trader', ({ kantor }) => {
    // The limits of the test before have passed.
    kantor.pass(MINUTE);
    return kantor.createTrader();
  })
  /** Another cabinet. @returns its id. */
  .extend(
    'addCabinet',
    ({ kantor, trader }) =>
      () =>
        kantor.createCabinet(trader.id, { hasPhone: false }),
  )
  .extend('cabinet', ({ addCabinet }) => addCabinet())
  .extend('phone', ({ kantor, trader, cabinet }) => pairPhone(kantor, trader, cabinet))
  /** The phone of another cabinet. */
  .extend(
    'addPhone',
    ({ kantor, trader, addCabinet }) =>
      async () =>
        pairPhone(kantor, trader, await addCabinet()),
  )
  .extend(
    'pings',
    ({ trader }) =>
      () =>
        trader.call(listPings),
  )
  .extend(
    'messages',
    ({ trader }) =>
      () =>
        trader.call(listNotifications, { query: { page_size: 100 } }),
  )
  /** A message as its own page shows it, the newest unless the test says how many newer ones there are. */
  .extend('message', ({ trader, messages }) => async (newer = 0) => {
    const id = (await messages()).results[newer]?.id ?? '';
    return trader.call(getNotification, { params: { id } });
  });
