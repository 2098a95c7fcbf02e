/** Messages with a sum of one application in a time. */
export interface Heard {
  sums: number;
  unread: number;
}

/** So many messages with a sum in a time, or in a day, say that it is not one that wrote by chance. */
export const LEAST_MESSAGES = 10;
/** The share that is read must fall by so much. */
const LEAST_FALL = 0.2;
/** So many more must be unread than usual, at least. */
const LEAST_EXCESS = 5;
/** Standard deviations: chance alone brings no such excess. */
const BEYOND_CHANCE = 4;
/** What rounding may take off a share. */
const ROUNDING = 1e-9;

/**
 * Whether fewer messages are read than usual: at least ten messages with a sum, the share that is read at least 20 points
 * below the usual one, and at least five more unread than usual, and more than four standard deviations of chance.
 * @param usual the median share of the days before, 0 to 1; null: no day had enough messages.
 */
export function isBroken({ sums, unread }: Heard, usual: number | null): boolean {
  if (usual === null || sums < LEAST_MESSAGES) return false;
  const share = (sums - unread) / sums;
  const excess = unread - sums * (1 - usual);
  const chance = BEYOND_CHANCE * Math.sqrt(sums * usual * (1 - usual));
  return usual - share >= LEAST_FALL - ROUNDING && excess >= Math.max(LEAST_EXCESS, chance) - ROUNDING;
}
