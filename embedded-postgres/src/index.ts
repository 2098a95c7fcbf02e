export { accountForPostgres } from './account.ts';
export { clusterHome } from './place.ts';
export { startEmbedded, type Embedded } from './start.ts';
