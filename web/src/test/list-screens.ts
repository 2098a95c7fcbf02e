import { MERCHANT_LISTS } from './merchant-lists';
import { PLATFORM_LISTS } from './platform-lists';
import { TRADER_LISTS } from './trader-lists';

export { WHOLE } from './merchant-lists';

/** Every list of the product. */
export const LISTS = [...TRADER_LISTS, ...MERCHANT_LISTS, ...PLATFORM_LISTS];
