export { startEmbedded, type Embedded } from './start.ts';
