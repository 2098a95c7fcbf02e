import { z } from 'zod';
import { MAX_LENGTH } from '../../plain/limits.ts';
import * as actions from '../../plain/platform-actions.ts';
import * as routes from '../../plain/platform-routes.ts';
import { MAX_QUIET_DAYS, RADAR_FIGURES, RADAR_ROLES, RADAR_STATES } from '../../plain/radar.ts';
import { call, id, pageQuery, text, timestamp } from '../call.ts';
import { actionCalls } from './action.ts';

const count = z.number().int();
const figure = z.enum(RADAR_FIGURES);

const accountFigure = z.strictObject({
  figure,
  /** Basis points, seconds or a number, as FIGURE_UNITS says; null: there is nothing to count. */
  value: count.nullable(),
  /** What is counted, of how much; null where the value is no share. Of silence both are in seconds. */
  part: count.nullable(),
  whole: count,
  /** The orders, appeals or messages that it is judged by. */
  sample: count,
  /** Of the oldest and the newest of them. */
  from: timestamp.nullable(),
  to: timestamp.nullable(),
  state: z.enum(RADAR_STATES),
  crossed_at: timestamp.nullable(),
  /** While it is in force. */
  acknowledged: z.strictObject({ by: z.string(), at: timestamp, until: timestamp, reason: z.string() }).nullable(),
});

const accountRow = z.strictObject({
  id,
  name: z.string(),
  role: z.enum(RADAR_ROLES),
  /** Null of a merchant. */
  traffic: z.boolean().nullable(),
  /** The platform has stopped the account's traffic. */
  stopped: z.strictObject({ at: timestamp, reason: z.string() }).nullable(),
  /** Null: not counted yet. */
  counted_at: timestamp.nullable(),
  /** In the order of the role's figures; none before they are counted. */
  figures: z.array(accountFigure),
});

export const getRadar = call({
  ...routes.getRadar,
  summary: 'Радар: показатели трейдеров или мерчантов и их пороги',
  query: pageQuery(30, {
    role: z.enum(['ALL', ...RADAR_ROLES]).default('ALL'),
    /** Only accounts with a figure that is crossed and not taken note of. */
    status: z.enum(['ALL', 'CROSSED']).default('ALL'),
    /** Which figure's worst come first; without it those with the most crossed ones. */
    sort: z.enum(['worst', ...RADAR_FIGURES]).default('worst'),
    search: text(MAX_LENGTH.search, 0).default(''),
  }),
  ok: 200,
  response: z.strictObject({
    count,
    results: z.array(accountRow),
  }),
});

export const listThresholds = call({
  ...routes.listThresholds,
  summary: 'Пороги показателей радара',
  ok: 200,
  response: z.array(z.strictObject({ figure, threshold: count.nullable(), least: count })),
});

export const setThreshold = actionCalls(actions.setThreshold, {
  summary: 'Задать порог показателя радара',
  fields: {
    figure,
    /** Basis points, seconds or a number; null: the figure is not watched. */
    threshold: z.number().int().min(1).max(1_000_000).nullable(),
    /** With fewer orders, appeals or messages an account is not judged. */
    least: z.number().int().min(1).max(200),
  },
});

export const acknowledgeFigure = actionCalls(actions.acknowledgeFigure, {
  summary: 'Принять к сведению показатель счёта',
  fields: {
    figure,
    /** It is quiet for so long, unless it gets worse. */
    days: z.number().int().min(1).max(MAX_QUIET_DAYS),
    reason: text(MAX_LENGTH.rejection),
  },
  refusals: { not_crossed: 409 },
});
