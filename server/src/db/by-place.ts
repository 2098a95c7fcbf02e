/** A row of a statement that was asked about several things at once, with the place of its thing (`with ordinality`). */
export interface Placed {
  /** From 1. */
  place: bigint;
}

/** The rows about each thing, in the statement's order. */
export function byPlace<Thing, Row extends Placed>(things: readonly Thing[], rows: readonly Row[]): Map<Thing, Row[]> {
  const found = things.map((thing): [Thing, Row[]] => [thing, []]);
  for (const row of rows) found[Number(row.place) - 1]?.[1].push(row);
  return new Map(found);
}

/** Lists of ids as one parameter, whatever their lengths: texts that the statement casts (`ids::uuid[]`). */
export const idLists = (lists: readonly (readonly string[])[]): string[] => lists.map((ids) => `{${ids.join()}}`);
