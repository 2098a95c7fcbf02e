/** The figures by which the radar watches a trader, and those of a merchant. */
export const TRADER_FIGURES = [
  'without_message',
  'confirm_time',
  'expired_in_row',
  'appeals_lost',
  'silence',
  'balance_breaks',
] as const;
export const MERCHANT_FIGURES = ['never_paid', 'appeals_declined'] as const;
export const RADAR_FIGURES = [...TRADER_FIGURES, ...MERCHANT_FIGURES] as const;
export type RadarFigure = (typeof RADAR_FIGURES)[number];

/** The roles of accounts that the radar watches. */
export const RADAR_ROLES = ['trader', 'merchant'] as const;
export type RadarRole = (typeof RADAR_ROLES)[number];

export const FIGURES_OF: Readonly<Record<RadarRole, readonly RadarFigure[]>> = {
  trader: TRADER_FIGURES,
  merchant: MERCHANT_FIGURES,
};

/** What a figure and its threshold are in: basis points of a share, seconds, or a number of things. */
export const FIGURE_UNITS = {
  without_message: 'share',
  confirm_time: 'seconds',
  expired_in_row: 'count',
  appeals_lost: 'share',
  silence: 'share',
  balance_breaks: 'count',
  never_paid: 'share',
  appeals_declined: 'share',
} as const satisfies Record<RadarFigure, 'share' | 'seconds' | 'count'>;

/** So many of an account's newest orders are judged… */
export const ORDERS_JUDGED = 200;
/** …and, of the appeals of the last days, so many of the newest… */
export const APPEAL_DAYS_JUDGED = 30;
export const APPEALS_JUDGED = 200;
/** …and so many of the newest messages of a trader's phones. */
export const MESSAGES_JUDGED = 500;

/**
 * How a figure stands to its threshold: there is nothing to count, too little to judge by, no threshold, below it, at or above it,
 * and the same while somebody has taken note of it.
 */
export const RADAR_STATES = ['no_data', 'few', 'unwatched', 'fine', 'crossed', 'acknowledged'] as const;
export type RadarState = (typeof RADAR_STATES)[number];

/** A figure that was taken note of is quiet for so many days at most. */
export const MAX_QUIET_DAYS = 90;
