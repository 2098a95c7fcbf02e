/** Why a bank's message is about no order. */
export const DISMISSAL_TEXT = {
  own_money: 'Свои деньги',
  other_person: 'Перевод не от плательщика',
  advert: 'Реклама или служебное',
  repeated: 'Повтор',
  other: 'Другое',
} as const;
export type Dismissal = keyof typeof DISMISSAL_TEXT;
export const DISMISSALS = Object.keys(DISMISSAL_TEXT) as [Dismissal, ...Dismissal[]];

/**
 * What a merchant lets a trader do with an order when another sum has come: never close it; close it by themselves when little is missing;
 * ask the merchant each time.
 */
export const OTHER_SUM_RULES = ['never', 'down_to', 'ask'] as const;
export type OtherSumRule = (typeof OTHER_SUM_RULES)[number];

/** Whole per cent of an order's sum that may be missing. */
export const MAX_MISSING_PERCENT = 50;

/** What is done for another sum than the order's: it closes, or an appeal is opened. */
export const OTHER_SUM_WAYS = ['close', 'appeal'] as const;
export type OtherSumWay = (typeof OTHER_SUM_WAYS)[number];

/** Who is asked to decide an appeal; the platform's people always may. */
export const APPEAL_DECIDERS = ['trader', 'merchant', 'operator'] as const;
export type AppealDecider = (typeof APPEAL_DECIDERS)[number];
