/** Who an open appeal waits for. */
export const APPEAL_STAGES = ['trader', 'merchant', 'operator'] as const;
export type AppealStage = (typeof APPEAL_STAGES)[number];

/** Who takes a step of an appeal; `timer`: nobody answered in time. */
export const APPEAL_SIDES = ['merchant', 'trader', 'operator', 'timer'] as const;
export type AppealSide = (typeof APPEAL_SIDES)[number];

export const APPEAL_STEPS = [
  'open',
  'evidence',
  'decline',
  'contest',
  'accept',
  'escalate',
  'confirm',
  'split',
] as const;
export type AppealStep = (typeof APPEAL_STEPS)[number];

/** Why an appeal is declined. */
export const DECLINE_REASON_TEXT = {
  not_received: 'Нет поступления',
  fake_receipt: 'Чек поддельный',
  other_amount: 'Другая сумма',
  other_requisite: 'Другой реквизит',
  refunded: 'Возврат',
} as const;
export type DeclineReason = keyof typeof DECLINE_REASON_TEXT;
export const DECLINE_REASONS = Object.keys(DECLINE_REASON_TEXT) as [DeclineReason, ...DeclineReason[]];

/** How an appeal ended: for the whole of what was found paid, for a part that the operator set, or for nothing. */
export const APPEAL_OUTCOMES = ['confirmed', 'split', 'declined'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** After so many declines an appeal is the operator's. */
export const MAX_ROUNDS = 3;
/** Files of each side. */
export const MAX_APPEAL_FILES = 5;
