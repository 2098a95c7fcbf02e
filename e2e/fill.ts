import { fillMarketplace } from './marketplace.ts';

// Fills the marketplace of a run in the folder that is given: browser tests with it as E2E_FOLDER begin sooner.

const [, , folder = ''] = process.argv;
await fillMarketplace(folder);
