/** The part that a piece of a message plays in its reading; `passed` was passed over, `left` is left over. */
export const MESSAGE_PARTS = [
  'phrase',
  'sum',
  'balance',
  'account',
  'sender',
  'bank',
  'time',
  'comment',
  'aside',
  'passed',
  'left',
] as const;
export type MessagePart = (typeof MESSAGE_PARTS)[number];

/** Why a message is not read as money that came or went. */
export const HINDRANCES = [
  'unknown_sender',
  'not_a_text',
  'no_sum',
  'sums',
  'accounts',
  'senders',
  'quotation',
  'few_signs',
  'no_phrase',
] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/** The kinds of content that a message may have. */
export const MESSAGE_KINDS = ['income', 'duplicate', 'outgoing', 'block', 'code', 'unknown'] as const;
