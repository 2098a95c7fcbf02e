import { FIGURE_UNITS, type RadarFigure } from '@kantor/contract/plain/radar.ts';
import type { Locked } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import type { Facts } from '../audit/index.ts';
import {
  type Acknowledgement,
  type Crossing,
  lockFigure,
  lockThreshold,
  radarChanged,
  readAcknowledgement,
  readListed,
  setAcknowledgement,
  setThreshold as writeThreshold,
  type Threshold,
} from '../radar/index.ts';
import type { Action, Note } from './frame.ts';

/** A value's name says what it is in. */
const SUFFIX = { share: 'bp', seconds: 'seconds', count: 'count' } as const;
const suffixOf = (figure: RadarFigure) => SUFFIX[FIGURE_UNITS[figure]];

const thresholdFacts = ({ figure, threshold, least }: Threshold): Facts => ({
  [`threshold_${suffixOf(figure)}`]: threshold,
  least,
});

const MAX_NAMED = 10;

/** Who asks for a look by a threshold. */
function listedNotes({ names, count }: { names: readonly string[]; count: number }): Note[] {
  if (count === 0) return [{ code: 'radar_lists_nobody', values: {} }];
  const list = names.join(', ');
  return [{ code: 'radar_lists', values: { count, names: count > names.length ? `${list}…` : list } }];
}

/** From which value on a figure asks for a look. The preview says whom it would list then. */
export const setThreshold: Action<Threshold, Locked<Threshold>> = {
  name: 'set-radar-threshold',
  find: async ({ tx }, { figure }) => {
    const found = await lockThreshold(tx, figure);
    if (found === undefined) throw notFound();
    return found;
  },
  basis: thresholdFacts,
  act: async ({ tx, at }, threshold, { figure, ...given }) => {
    await writeThreshold(tx, threshold, given, at);
    await radarChanged(tx, at);
    const object = { kind: 'radar_threshold', id: figure };
    const change = { object, before: thresholdFacts(threshold), after: thresholdFacts({ figure, ...given }) };
    return { changes: [change], notes: listedNotes(await readListed(tx, figure, at, MAX_NAMED)) };
  },
};

interface Acknowledging {
  /** Of the account. */
  id: string;
  figure: RadarFigure;
  days: number;
  reason: string;
}

interface Found {
  crossing: Locked<Crossing>;
  known: Acknowledgement | undefined;
}

const quietFacts = ({ figure, value }: Crossing, quietUntil: Date | undefined): Facts => ({
  radar_figure: figure,
  [`value_${suffixOf(figure)}`]: value,
  quiet_until_at: quietUntil?.toISOString() ?? null,
});

/** Somebody has taken note of a crossed figure of an account: it is quiet for so many days, unless it gets worse. */
export const acknowledgeFigure: Action<Acknowledging, Found> = {
  name: 'acknowledge-radar',
  find: async ({ tx }, { id, figure }) => {
    const crossing = await lockFigure(tx, id, figure);
    if (crossing === undefined) throw notFound();
    return { crossing, known: await readAcknowledgement(tx, crossing) };
  },
  basis: ({ crossing, known }) => quietFacts(crossing, known?.quietUntil),
  act: async ({ tx, at, who }, { crossing, known }, { days, reason }) => {
    const { value, crossedAt, accountId: id, accountName: name } = crossing;
    if (value === null || crossedAt === null) throw conflict('not_crossed', 'Показатель уже ниже порога');
    const quietUntil = after(at, days * DAY);
    await setAcknowledgement(tx, crossing, { value, quietUntil, reason, by: who, at });
    await radarChanged(tx, at);
    const object = { kind: 'radar', id, name };
    const before = quietFacts(crossing, known?.quietUntil);
    return { changes: [{ object, before, after: { ...quietFacts(crossing, quietUntil), reason } }] };
  },
};
