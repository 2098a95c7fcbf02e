import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import type { Database } from '../../db/pool.ts';
import { singleStatement, transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, MINUTE } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { type Bot, BotRefusal, LONG_POLL_MS, type Update } from './bot.ts';
import { recordChannel } from './deeds.ts';
import type { Outcome } from './dispatcher.ts';
import type { Told } from './rules.ts';
import { putChat, removeChat } from './store/channels.ts';
import { leaseBot, nameBot, passUpdate, releaseBot, takeCode } from './store/telegram.ts';

/** A code is good for so long. */
export const CODE_LIFETIME_MS = 15 * MINUTE;
const CODE_BYTES = 24;

/** What the bot's link carries: letters, digits, - and _, 64 at most. */
export const newCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

/** The kept hash of a code. It takes the server's key: who reads the database alone links no chat. */
export const hashCode = (key: KeyObject, code: string): Buffer => createHmac('sha256', key).update(code).digest();

/** The statuses by which Telegram says that nobody is there: the person has blocked the bot, or is gone. */
const GONE = 403;

/** Makes the function that tells a chat. */
export const createTeller =
  (bot: Bot, publicUrl: string | undefined) =>
  async (chatId: bigint, { title, body, path, sounds }: Told): Promise<Outcome> => {
    const lines = [
      // A report has lines of its own.
      [title, body].filter(Boolean).join(body.includes('\n') ? '\n' : ' · '),
      ...(publicUrl === undefined ? [] : [new URL(path, publicUrl).href]),
    ];
    try {
      await bot.send({ chat_id: Number(chatId), text: lines.join('\n'), disable_notification: !sounds });
      return { isDone: true };
    } catch (error) {
      if (!(error instanceof BotRefusal)) return {};
      return error.status === GONE ? { isGone: true } : { retryAfter: error.retryAfter };
    }
  };

const LINKED = 'Готово: сюда будут приходить оповещения. Отключить — /stop';
const UNKNOWN_CODE = 'Код не подошёл или истёк. Получите новый на странице «Оповещения»';
const UNLINKED = 'Оповещения сюда больше не придут';
const NOT_LINKED = 'Этот чат не связан ни с кем. Откройте ссылку на странице «Оповещения»';
const PRIVATE_ONLY = 'Напишите боту лично: в общий чат оповещения не приходят';

interface PollerDeps {
  db: Database;
  clock: Clock;
  bot: Bot;
  /** A code may have been made with any. */
  keys: readonly KeyObject[];
  /** Aborted when the worker stops. */
  signal: AbortSignal;
}

/** Makes the turn that asks for the bot's updates, waits for them, and links and unlinks chats. One worker of all does at a time. */
export function createTelegramPoller({ db, clock, bot, keys, signal }: PollerDeps) {
  let lease: Date | undefined;
  let isNamed = false;

  async function link(tx: Tx, chatId: bigint, code: string): Promise<string> {
    const at = clock();
    const hashes = keys.map((key) => hashCode(key, code));
    const by = await takeCode(tx, hashes, at);
    if (by === undefined) return UNKNOWN_CODE;
    await putChat(tx, { id: newId(at), ...by, chatId, at });
    await recordChannel(tx, { ...by, kind: 'telegram', isLinked: true, from: 'telegram' }, at);
    return LINKED;
  }

  async function unlink(tx: Tx, chatId: bigint): Promise<string> {
    const removed = await removeChat(tx, chatId);
    for (const each of removed) await recordChannel(tx, { ...each, isLinked: false, from: 'telegram' }, clock());
    return removed.length > 0 ? UNLINKED : NOT_LINKED;
  }

  async function answerTo(tx: Tx, { chat, text = '' }: NonNullable<Update['message']>): Promise<string> {
    if (chat.type !== 'private') return PRIVATE_ONLY;
    const [command, word = ''] = text.trim().split(/\s+/);
    if (command === '/stop') return unlink(tx, BigInt(chat.id));
    return command === '/start' && word !== '' ? link(tx, BigInt(chat.id), word) : NOT_LINKED;
  }

  async function handle({ update_id: id, message }: Update): Promise<void> {
    const said = await transaction(db, async (tx) => {
      if (!(await passUpdate(tx, BigInt(id)))) return undefined;
      return message && answerTo(tx, message);
    });
    // Whether the chat hears of it changes nothing of what was done.
    if (said && message) await bot.send({ chat_id: message.chat.id, text: said }).catch(() => undefined);
  }

  return async (): Promise<void> => {
    const at = clock();
    const until = after(at, LONG_POLL_MS);
    const next = await singleStatement(db, (tx) => leaseBot(tx, { at, until, former: lease }));
    lease = next === undefined ? undefined : until;
    if (next === undefined) return;
    try {
      if (!isNamed) {
        const name = await bot.getName();
        await singleStatement(db, (tx) => nameBot(tx, name));
        isNamed = true;
      }
      for (const update of await bot.getUpdates(Number(next), signal)) await handle(update);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (signal.aborted) await singleStatement(db, (tx) => releaseBot(tx, until));
    }
  };
}
