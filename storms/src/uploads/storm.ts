import { type Gate, gate, noneOf } from '../harness/gates.ts';
import { openMarket } from '../harness/market.ts';
import { watchMemory } from '../harness/memory.ts';
import { sendRaw } from '../harness/raw.ts';
import { storm } from '../harness/storm.ts';
import { burst } from './bursts.ts';
import { faultOf } from './inspect.ts';
import { hostilePdfs, type HostileFile } from './pdfs.ts';
import { bomb, heavyPicture, hostilePictures } from './pictures.ts';
import { tryLinks } from './readers.ts';
import { createUploader, linkOf } from './trader.ts';

const UPLOADERS = 8;
const SIGN_IN_MS = 500;
/** Of the largest pictures that are let in: sixteen bits deep, and turned, which takes a second copy. */
const MOST_DECODED_MEGAPIXELS = 15;
const png = (what: string, bytes: Uint8Array): HostileFile => ({ what, name: 'чек.png', type: 'image/png', bytes });

/** Files that act, unpack or pretend; then many large ones at once. */
export const uploads = storm({
  name: 'uploads',
  summary: 'hostile files one by one, what is handed on of them, and large pictures at once beside sign-ins',
  minutes: 3,
  sizes: {
    megapixels: { what: 'millions of pixels of a picture of the burst', full: 63, short: 12 },
    pictures: { what: 'such pictures at once', full: 16, short: 4 },
    heavy: { what: 'pictures of ten megabytes, half of them at once', full: 40, short: 4 },
  },
  run: async (ground, { megapixels, pictures, heavy }) => {
    const market = await openMarket(ground, {
      roles: ['api', 'api'],
      environment: { KANTOR_UPLOADS_PER_HOUR: '100000', KANTOR_UPLOAD_MB_PER_HOUR: '100000' },
    });
    const merchant = await market.createMerchant({ balance: 1_000_000 });
    const uploaders = await Promise.all(Array.from({ length: UPLOADERS }, () => createUploader(market, merchant)));
    const [uploader] = uploaders;
    if (uploader === undefined) throw new Error('Nobody uploads');
    const files = [...(await hostilePictures(ground.isShort ? megapixels : 100)), ...hostilePdfs()];
    ground.say(`${files.length} files`);
    const memories = market.apis.map((server) => watchMemory(server.pid()));
    const failed: string[] = [];
    const acting: string[] = [];
    let taken = 0;
    for (const file of files) {
      const answer = await uploader.send(file).catch(String);
      if (typeof answer === 'string') failed.push(`${file.what}: ${answer}`);
      else if (answer.status >= 500) failed.push(`${file.what}: ${answer.status} ${answer.text}`);
      if (typeof answer === 'string' || answer.status !== 200) continue;
      taken += 1;
      const path = linkOf(answer) ?? '';
      const read = await sendRaw(market.anyServer().url, { method: 'GET', path }).catch(() => undefined);
      const fault = read === undefined ? 'the link is not answered' : await faultOf(read, read.bytes);
      if (fault !== undefined) acting.push(`${file.what}: ${fault}`);
    }
    const most = Math.max(...(await Promise.all(memories.map((memory) => memory.finish()))));
    const ofFiles = [
      noneOf('hostile files answered 5xx, or not at all', failed, files.length),
      gate('hostile files that are handed on and act', { exactly: 0 }, acting.length, { of: taken, cases: acting }),
      gate('memory of a server while they come one by one, the most', { most: 600 }, most, { unit: 'MB' }),
    ];
    const ended = () => {
      const dead = market.apis.filter((server) => !server.isRunning()).map((server) => server.output().slice(-500));
      return gate('servers that ended', { exactly: 0 }, dead.length, { of: market.apis.length, cases: dead });
    };
    if (!ended().holds) return [...ofFiles, ended()];
    const link = linkOf(await uploader.send(png('good', await bomb(2))));
    if (link === undefined) throw new Error('No proof is taken');
    const links = await tryLinks(market, link);
    ground.say('bursts');
    const signInMs = ground.isShort ? undefined : SIGN_IN_MS;
    const bystander = await market.createTrader();
    // Larger ones are refused by their heads: these are decoded.
    const sizes = [...new Set([megapixels, Math.min(megapixels, MOST_DECODED_MEGAPIXELS)])];
    const ofBombs: Gate[] = [];
    for (const size of sizes) {
      const options = { uploads: pictures, width: pictures, megabytes: 600, signInMs };
      const what = `${pictures} pictures of ${size} million pixels at once`;
      ofBombs.push(
        ...(await burst(market, uploaders, bystander, { what, file: png('bomb', await bomb(size)), ...options })),
      );
    }
    const ofHeavy = await burst(market, uploaders, bystander, {
      what: `${heavy} pictures of ten megabytes`,
      file: png('heavy', await heavyPicture(10)),
      uploads: heavy,
      width: Math.ceil(heavy / 2),
      megabytes: 600,
      signInMs,
    });
    return [...ofFiles, ...links, ...ofBombs, ...ofHeavy, ended()];
  },
});
