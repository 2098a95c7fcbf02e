import { times } from '../harness/calls.ts';
import { type Gate, gate } from '../harness/gates.ts';
import type { Market } from '../harness/market.ts';
import { signIn } from './browser.ts';

/** A single network may fail so often. */
const MOST_GUESSES = 50;
const GUESSES = 90;
/** The network that guesses. */
const ADDRESS = '198.51.100.7';

let inventions = 0;
/** Another one that it claims to be. */
const inventedAddress = () => `11.${(inventions += 1) >> 8}.${inventions & 255}.1`;

/** One network guesses at many names through two servers. */
export async function tryGuesses(market: Market): Promise<Gate[]> {
  const { username } = await market.createPerson('operator');
  let looked = 0;
  await times(GUESSES, 8, async (index) => {
    const { status } = await signIn(market, { username: `${username}-${index}`, password: 'wrong', address: ADDRESS });
    if (status === 401) looked += 1;
  });
  let lied = 0;
  await times(GUESSES, 8, async (index) => {
    const chain = `${inventedAddress()}, ${ADDRESS}`;
    const { status } = await signIn(market, { username: `${username}-${index}`, password: 'wrong', address: chain });
    if (status === 401) lied += 1;
  });
  return [
    gate('wrong passwords of one network that are looked at', { most: MOST_GUESSES }, looked, { of: GUESSES }),
    gate('the same after it, under invented addresses', { exactly: 0 }, lied, { of: GUESSES }),
  ];
}
