export { MAX_SMS_NAME_LENGTH, showsSms } from './banks.ts';
export { readMessage, type Reading } from './read.ts';
export { redact, redactText } from './secrets.ts';
