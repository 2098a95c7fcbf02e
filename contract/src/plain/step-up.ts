/** What a person proves anew that they are themselves for: acts whose effect outlives their session. */
export const STEP_UP_PURPOSES = ['keys', 'phones', 'wallets', 'withdrawals', 'webhooks'] as const;
export type StepUpPurpose = (typeof STEP_UP_PURPOSES)[number];

/** Carries the token of a step-up, in lower case as servers see it. */
export const STEP_UP_HEADER = 'kantor-step-up';

/** The refusal of a call that needs a step-up; its problem names the purpose. */
export const PASSWORD_REQUIRED = 'password_required';
