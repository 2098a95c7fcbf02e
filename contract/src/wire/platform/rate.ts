import { z } from 'zod';
import * as routes from '../../plain/platform-actions.ts';
import { rate } from '../money.ts';
import { actionCalls } from './action.ts';

const positiveRate = rate.refine((value) => value > 0n, { message: 'Курс должен быть больше нуля' });

export const setRate = actionCalls(routes.setRate, {
  summary: 'Задать курс',
  fields: {
    rate: positiveRate,
    /** Also when it is far from the rate in force. */
    is_forced: z.boolean().default(false),
  },
  refusals: { rate_jump: 409 },
});

/** The number of a source's proposal. */
const fields = { proposal: z.string().regex(/^[1-9]\d{0,17}$/) };

export const acceptRate = actionCalls(routes.acceptRate, {
  summary: 'Принять предложение курса',
  fields,
  refusals: { proposal_ended: 409 },
});
export const declineRate = actionCalls(routes.declineRate, {
  summary: 'Отклонить предложение курса',
  fields,
  refusals: { proposal_ended: 409 },
});
