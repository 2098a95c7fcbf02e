import { z } from 'zod';
import { MAX_LENGTH, MAX_MESSAGE_LENGTH } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-routes.ts';
import { HINDRANCES, MESSAGE_KINDS, MESSAGE_PARTS } from '../../plain/reading.ts';
import { call, text, timestamp } from '../call.ts';
import { rub } from '../money.ts';

/** Messages that name a sum in roubles, and those of them in which nothing was read. */
const heard = z.strictObject({ sums: z.number().int(), unread: z.number().int() });
/** 0 to 1. */
const share = z.number().min(0).max(1);

export const getReading = call({
  ...routes.getReading,
  summary: 'Чтение сообщений: сколько сообщений банков о деньгах читается, по приложениям и дням',
  ok: 200,
  response: z.strictObject({
    at: timestamp,
    /** Of banks, that wrote of money in the last 24 hours. */
    applications: z.array(
      z.strictObject({
        application: z.string(),
        bank: z.string(),
        /** Of the last three hours, and of the last 24. */
        short: heard,
        long: heard,
        /** The median share that was read on the days before; null: no day had enough messages. */
        usual: share.nullable(),
        is_broken: z.boolean(),
        /** Days of Moscow with such messages, oldest first, the last may be today. */
        days: z.array(heard.extend({ day: timestamp })),
      }),
    ),
  }),
});

/** Nothing of it is kept. */
export const explainMessage = call({
  ...routes.explainMessage,
  summary: 'Как читается сообщение: вставленный текст по частям',
  body: z.strictObject({
    /** An application's package, or the sender of an SMS. */
    application: text(MAX_LENGTH.application),
    /** An application speaks, and no sender of an SMS. */
    is_notification: z.boolean().default(false),
    title: text(MAX_LENGTH.application, 0).default(''),
    text: text(MAX_MESSAGE_LENGTH),
  }),
  ok: 200,
  response: z.strictObject({
    kind: z.enum(MESSAGE_KINDS),
    /** As in the table of banks; null: nobody knows the sender, whose messages pay nothing. */
    bank: z.string().nullable(),
    amount: rub.nullable(),
    balance: rub.nullable(),
    tail: z.string().nullable(),
    sender: z.string().nullable(),
    /** The bank whose phrases were asked; null: the common ones. */
    grammar: z.string().nullable(),
    phrase: z.string().nullable(),
    hindrance: z.enum(HINDRANCES).nullable(),
    /** The text as it is read, one piece after the other; a piece without a part is punctuation. */
    pieces: z.array(z.strictObject({ text: z.string(), part: z.enum(MESSAGE_PARTS).nullable() })),
  }),
});
