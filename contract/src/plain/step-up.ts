/** What a person proves anew that they are themselves for: acts whose effect outlives their session. */
export const STEP_UP_PURPOSES = [
  'keys',
  'phones',
  'wallets',
  'withdrawals',
  'payouts',
  'webhooks',
  'requisites',
  'members',
  /** A chat that is told of the account's work after the session. */
  'alerts',
  /** How the person signs in: their password, their second factor. */
  'password',
] as const;
export type StepUpPurpose = (typeof STEP_UP_PURPOSES)[number];

/** Carries the token of a step-up, in lower case as servers see it. */
export const STEP_UP_HEADER = 'kantor-step-up';

/** The refusal of a call that needs a step-up; its problem names the purpose, and by what the person may prove themselves. */
export const PASSWORD_REQUIRED = 'password_required';

/** What a person shows besides the password, when they have set it up. */
export const SECOND_FACTORS = ['code', 'passkey', 'recovery_code'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];
/** By what somebody proves themselves again: by the second factor, where they have one. */
export const PROOFS = ['password', ...SECOND_FACTORS] as const;
export type Proof = (typeof PROOFS)[number];

/** The refusal of a sign-in whose password was right: its problem names the kinds of second factors that the person has. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';
/** The refusal of all calls but the setting-up of a second factor, to a person who must have one. */
export const SECOND_FACTOR_MISSING = 'second_factor_missing';
