export { showsSms } from './banks.ts';
export { readMessage, type Reading } from './read.ts';
