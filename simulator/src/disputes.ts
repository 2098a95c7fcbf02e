import { setTimeout as delay } from 'node:timers/promises';
import { type Client, idempotencyKey, Refused } from '@kantor/contract/client.ts';
import {
  acceptMerchantAppeal,
  contestMerchantAppeal,
  escalateMerchantAppeal,
  listMerchantAppeals,
} from '@kantor/contract/wire/merchant-appeals.ts';
import { pickWeighted, type Random } from '@kantor/demo/random.ts';
import type { Log } from './log.ts';
import { MINUTE, SECOND } from './time.ts';

/** The shop looks at its appeals so often. */
const TURN_EVERY_MS = 20 * SECOND;
/** It asks its payer first. */
const ANSWERS_AFTER_MS = 4 * MINUTE;

export interface DisputeOptions {
  client: Client;
  log: Log;
  signal: AbortSignal;
  turnEvery?: number;
  answersAfter?: number;
  random?: Random;
}

/** The shop answers declined appeals, until the signal: it contests most, gives some up, and brings the rest to the operator. */
export async function answerDeclines(options: DisputeOptions): Promise<void> {
  const { client, log, signal, turnEvery = TURN_EVERY_MS, random = Math.random } = options;
  const { answersAfter = ANSWERS_AFTER_MS } = options;

  async function answer(id: string): Promise<void> {
    const step = pickWeighted<'contest' | 'accept' | 'escalate'>(random, [
      ['contest', 5],
      ['accept', 3],
      ['escalate', 2],
    ]);
    const call = { params: { id }, headers: idempotencyKey() };
    if (step === 'accept') await client.call(acceptMerchantAppeal, call);
    else if (step === 'escalate') await client.call(escalateMerchantAppeal, { ...call, body: {} });
    else await client.call(contestMerchantAppeal, { ...call, body: { comment: 'Деньги списаны: плательщик уверен' } });
  }

  while (await delay(turnEvery, true, { signal }).catch(() => false)) {
    try {
      const { results } = await client.callDecoded(listMerchantAppeals, { query: { page_size: 30 } });
      for (const { id, stage, steps } of results) {
        const declinedAt = steps.at(-1)?.created_at.getTime() ?? Date.now();
        if (stage === 'merchant' && Date.now() - declinedAt >= answersAfter) await answer(id);
      }
    } catch (error) {
      if (!signal.aborted) log(`an appeal: ${error instanceof Refused ? error.message : String(error)}`);
    }
  }
}
