import { connectCabinet, getCabinet } from '@kantor/contract/wire/cabinets.ts';
import { sql } from 'kysely';
import { test as base } from './fixture.ts';
import { type Connected, smsForwarder, smsGateway } from './forwarder-apps.ts';

export const NAMES = ['sms_gateway', 'sms_forwarder'] as const;
type Name = (typeof NAMES)[number];

/** Each test has a cabinet that a forwarder may speak for. */
export const test = base
  /** The settings that the trader types into the application. */
  .extend(
    'connected',
    ({ trader, cabinet }) =>
      (application: Name, id = cabinet) =>
        trader.call(connectCabinet, { params: { id }, body: { application } }),
  )
  .extend('applications', ({ kantor }) => ({
    sms_gateway: (given: Connected) => smsGateway(kantor, given),
    sms_forwarder: (given: Connected) => smsForwarder(kantor, given),
  }))
  .extend(
    'open',
    ({ connected, applications }) =>
      async (name: Name, id?: string) =>
        applications[name](await connected(name, id)),
  )
  .extend(
    'isHeard',
    ({ trader, cabinet }) =>
      async () =>
        (await trader.call(getCabinet, { params: { id: cabinet } })).can_be_active,
  )
  /** The messages that are kept. */
  .extend(
    'texts',
    ({ messages }) =>
      async () =>
        (await messages()).results.map(({ text }) => text),
  )
  /** The newest one, with its own name and when it was heard. */
  .extend('newest', ({ kantor, message }) => async () => {
    const shown = await message();
    const { rows } = await sql<{ messageId: string; heardAt: Date }>`
      select message_id as "messageId", heard_at as "heardAt" from notification where id = ${shown.id}`.execute(
      kantor.db,
    );
    return { ...shown, ...rows[0] };
  });
