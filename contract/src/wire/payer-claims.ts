import { z } from 'zod';
import * as routes from '../plain/routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { fileLink } from './appeals.ts';
import { call, idParams, text, timestamp } from './call.ts';

// What a payer says of their payment: evidence for whoever decides, never a proof.

/** The fields of the payer's own form; none of them is needed. */
export const claimForm = z.strictObject({
  sender_name: text(MAX_LENGTH.payerName, 0).default(''),
  last_four: z
    .string()
    .trim()
    .regex(/^(?:\d{4})?$/, { error: 'Нужны четыре цифры' })
    .default(''),
  comment: text(MAX_LENGTH.payerComment, 0).default(''),
});

export const payerClaim = z.strictObject({
  made_at: timestamp,
  /** As the payer typed it; empty: they did not say. */
  sender_name: z.string(),
  /** Of the card or account that the money was sent from; empty: they did not say. */
  last_four: z.string(),
  comment: z.string(),
  receipts: z.array(fileLink),
});

export const getPayerClaim = call({
  ...routes.getPayerClaim,
  summary: 'Что плательщик заказа сообщил об оплате: свидетельство, а не доказательство',
  params: idParams,
  ok: 200,
  response: z.strictObject({ claim: payerClaim.nullable() }),
});
