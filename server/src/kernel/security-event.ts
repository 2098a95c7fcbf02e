import type { Log, LogFields } from './log.ts';

/** The names of a person are ids: a name typed by a stranger may be a password in the wrong field. */
export interface SecurityEvents {
  /** `reason`: `bad_credentials` (wrong name or password). */
  sign_in_refused: { reason: 'bad_credentials'; address: string; user_id?: string | undefined };
  /** The password was right, the user is blocked. */
  sign_in_blocked: { user_id: string; address: string };
  /** Too many attempts. `reason`: what they were counted by. */
  sign_in_locked_out: { reason?: 'name' | 'address' | 'browser' | 'session' | 'second_factor'; address: string };
  signed_in: { user_id: string; session_id: string; address: string };
  /** A refresh token was shown a second time: two hold it, and its session has ended. */
  token_theft: { user_id: string; session_id: string };
  /** The password was asked for again, and was wrong. */
  password_refused: { user_id: string; address: string };
  /** The password was right or not asked for, the second factor was wrong. */
  second_factor_refused: { user_id: string; kind: string; reason: string; address: string };
  /** One of the ten codes that are kept for a loss let somebody in. */
  recovery_code_used: { user_id: string; address: string };
  /** What a person changed about how they sign in. */
  password_changed: { user_id: string; address: string };
  second_factor_added: { user_id: string; kind: string; address: string };
  second_factor_removed: { user_id: string; kind: string; address: string };
  recovery_codes_replaced: { user_id: string; address: string };
  sign_ins_ended: { user_id: string; count: number; address: string };
  /** All second factors were taken off a person who has lost them. */
  second_factor_restored: { user_id: string };
  /** An operator's commands, as the audit has them; the first two end the user's sessions. */
  password_set: { user_id: string };
  user_blocked: { user_id: string };
  user_unblocked: { user_id: string };
  operator_action: { action: string; object_kind: string; object_id: string };
  api_key_created: { user_id: string; key_id: string; address?: string };
  api_key_revoked: { user_id: string; key_id: string; address?: string };
  phone_paired: { user_id?: string; cabinet_id: string; device_id?: string; address: string };
  /** An application that signs nothing posts from another network: the secret may have gone elsewhere. */
  phone_address_changed: { cabinet_id: string; device_id: string; address: string };
  phone_blocked: { user_id: string; cabinet_id: string; address?: string };
  wallet_added: { user_id: string; wallet_id: string; address?: string };
  wallet_removed: { user_id: string; wallet_id: string; address?: string };
  server_withdrawals_on: { user_id: string; address?: string };
  server_withdrawals_off: { user_id: string; address?: string };
  webhook_secret_changed: { user_id: string; address?: string };
}

export type SecurityEvent = keyof SecurityEvents;

/** What is worth somebody's look; the rest is the account of who did what. */
const WARNINGS: ReadonlySet<SecurityEvent> = new Set([
  'sign_in_refused',
  'sign_in_blocked',
  'sign_in_locked_out',
  'token_theft',
  'password_refused',
  'second_factor_refused',
  'recovery_code_used',
  'second_factor_restored',
  'phone_address_changed',
]);

/** Logs a security event, under its name with `security.` before it. */
export function securityEvent<Event extends SecurityEvent>(
  log: Log,
  event: Event,
  fields: SecurityEvents[Event] & LogFields,
): void {
  log[WARNINGS.has(event) ? 'warn' : 'info'](`security.${event}`, fields);
}
