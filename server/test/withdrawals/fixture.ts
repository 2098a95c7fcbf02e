import { randomBytes } from 'node:crypto';
import { tronAddress } from '../../src/modules/chain/tron.ts';

/** An address of TRON that nobody has. */
export const newAddress = () => tronAddress(randomBytes(20).toString('hex'));
