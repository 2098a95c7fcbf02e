import type { KeyObject } from 'node:crypto';
import { REPORT_LANGUAGES, USUAL_REPORT_HOUR } from '@kantor/contract/plain/alerts.ts';
import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction } from '../../db/tx.ts';
import type { PersonActor } from '../../kernel/actor.ts';
import type { MemberRole, Role } from '@kantor/contract/plain/rights.ts';
import { after, type Clock, MINUTE } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Reach } from '../webhooks/index.ts';
import { recordChannel, recordReports } from './deeds.ts';
import { assertPushAddress, type PushKey } from './push.ts';
import { choicesOf } from './rules.ts';
import { type Browser, type Channel, putBrowser, readOwnChannels, removeChannel } from './store/channels.ts';
import { insertDeliveries } from './store/queue.ts';
import {
  type Choice,
  type Chosen,
  type QuietHours,
  readChosen,
  type ReportTime,
  writeChosen,
} from './store/settings.ts';
import { insertCode, readBotName } from './store/telegram.ts';
import { CODE_LIFETIME_MS, hashCode, newCode } from './telegram.ts';

export interface Deps {
  db: Database;
  clock: Clock;
  /** Where pushes may go. */
  reach: Reach;
  pushKeys: () => Promise<PushKey>;
  telegramKey: KeyObject;
  /** Whether this server has a bot. */
  hasBot: boolean;
}

/** A person who sets what calls them, in an account. */
export interface Self {
  actor: PersonActor;
  role: Role;
  memberRole: MemberRole;
  sessionId: string;
}

/** What calls a person, when and where. */
export interface AlertSettings {
  choices: Choice[];
  quiet: QuietHours | undefined;
  report: ReportTime | undefined;
  pushKey: string;
  channels: Channel[];
  bot: string | null;
}

export async function readSettings({ db, pushKeys, hasBot }: Deps, self: Self): Promise<AlertSettings> {
  const { personId, accountId } = self.actor;
  const [chosen, channels, { publicKey }, bot] = await Promise.all([
    readChosen(db, [personId]),
    readOwnChannels(db, { personId, accountId }),
    pushKeys(),
    hasBot ? readBotName(db) : null,
  ]);
  const own = chosen.get(personId);
  return { choices: choicesOf(self, own), quiet: own?.quiet, report: own?.report, pushKey: publicKey, channels, bot };
}

/**
 * Keeps what somebody has chosen. That figures leave the house by themselves, when and where to, is a deed; the rest is taste.
 * @param time of reports, as far as they say anything of it.
 */
export const choose = (
  { db, clock }: Deps,
  { actor }: Self,
  { quiet, choices }: Chosen,
  time: Partial<{ [Key in keyof ReportTime]: ReportTime[Key] | undefined }>,
): Promise<void> =>
  transaction(db, async (tx) => {
    const at = clock();
    const read = async () => (await readChosen(tx, [actor.personId])).get(actor.personId);
    const former = await read();
    const report: ReportTime = {
      hour: time.hour ?? former?.report?.hour ?? USUAL_REPORT_HOUR,
      language: time.language ?? former?.report?.language ?? REPORT_LANGUAGES[0],
    };
    await writeChosen(tx, actor.personId, { quiet, choices, report }, at);
    await recordReports(tx, actor, former, await read(), at);
  });

/** Calls the person by this browser, as long as they are signed in there. @returns its id. @throws ApiError 400. */
export async function addBrowser({ db, clock, reach }: Deps, self: Self, browser: Browser): Promise<string> {
  assertPushAddress(browser.endpoint, reach);
  const at = clock();
  const { actor, memberRole, sessionId } = self;
  const { personId, accountId } = actor;
  return transaction(db, async (tx) => {
    const { id, isNew } = await putBrowser(tx, {
      id: newId(at),
      personId,
      accountId,
      memberRole,
      sessionId,
      at,
      ...browser,
    });
    if (isNew) await recordChannel(tx, { kind: 'push', personId, accountId, isLinked: true, from: actor }, at);
    return id;
  });
}

/** @throws ApiError 404 also when it is somebody else's. */
export async function endChannel({ db, clock }: Deps, { actor }: Self, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const removed = await removeChannel(tx, { id, personId: actor.personId });
    if (removed === undefined) throw notFound();
    await recordChannel(tx, { ...removed, isLinked: false, from: actor }, clock());
  });
}

/** A link to the bot by which a chat is linked, once and soon. @throws ApiError 409 `no_telegram`. */
export async function startTelegram(
  { db, clock, hasBot, telegramKey }: Deps,
  { actor: { personId, accountId }, memberRole }: Self,
): Promise<{ url: string; expiresAt: Date }> {
  const bot = hasBot ? await readBotName(db) : null;
  if (bot === null) throw conflict('no_telegram', 'У этого сервера нет бота в Telegram');
  const code = newCode();
  const expiresAt = after(clock(), CODE_LIFETIME_MS);
  const hash = hashCode(telegramKey, code);
  await singleStatement(db, (tx) => insertCode(tx, { hash, personId, accountId, memberRole, expiresAt }));
  return { url: `https://t.me/${bot}?start=${code}`, expiresAt };
}

const TEST_LIFETIME_MS = MINUTE;

/** Calls the person now, wherever they are called, whatever the hour. @returns at how many places. */
export async function sendTest({ db, clock }: Deps, { actor }: Self): Promise<number> {
  const at = clock();
  const channels = await readOwnChannels(db, actor);
  if (channels.length === 0) return 0;
  const expiresAt = after(at, TEST_LIFETIME_MS);
  const deliveries = channels.map(({ id }) => ({
    id: newId(at),
    channelId: id,
    kind: 'test' as const,
    objectId: actor.personId,
    sum: null,
    sounds: true,
    dueAt: at,
    expiresAt,
  }));
  await singleStatement(db, (tx) => insertDeliveries(tx, deliveries, at));
  return channels.length;
}
