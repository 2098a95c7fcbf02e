export { MAX_SMS_NAME_LENGTH, showsSms } from './banks.ts';
export { explainMessage, type Explanation } from './explain.ts';
export { namesSum, readMessage, type Reading } from './read.ts';
export { redact, redactText } from './secrets.ts';
