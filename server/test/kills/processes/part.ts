/** The part of the product, for pg_stat_activity, that the killed processes say they are. */
export const KILLED_PART = 'killed at each step';
