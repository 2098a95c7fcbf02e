export { readMessage, type Reading } from './read.ts';
