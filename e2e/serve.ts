import { pathToFileURL } from 'node:url';
import { copyMarketplace, MAIN } from './marketplace.ts';

// The product on a marketplace of its own, which lies in the folder of this run under the number of its port.

const { PORT = '', E2E_FOLDER = '' } = process.env;
process.env['KANTOR_DATA_DIR'] = await copyMarketplace(E2E_FOLDER, PORT);
await import(pathToFileURL(MAIN).href);
