import { createPool, type Database } from '../../src/db/pool.ts';
import { kantorTest } from '../support/fixtures.ts';
import { startSwallowingProxy } from '../support/swallowing-proxy.ts';
import { startShop } from '../webhooks/shop.ts';

/** Against hanging only. */
export const SOON = { timeout: 90_000, interval: 20 };

/** The test of a database that vanishes: a marketplace on the machine's clock, a merchant's server, a way that swallows. */
export const test = kantorTest
  .extend('shop', { scope: 'file' }, () => startShop())
  .override('options', { scope: 'file' }, ({ shop }, { onCleanup }) => {
    onCleanup(shop.close);
    return { now: 'running', simulatorUrl: shop.url };
  })
  .extend('proxy', async ({ kantor }, { onCleanup }) => {
    const proxy = await startSwallowingProxy(kantor.databaseUrl);
    onCleanup(() => proxy.close());
    return proxy;
  })
  /** A pool of one process whose way to the database is the proxy. */
  .extend('far', async ({ proxy }, { onCleanup }): Promise<Database> => {
    const db = createPool(proxy.url, { part: 'test' });
    onCleanup(async () => {
      // A statement that is never answered would keep the pool from its end.
      await proxy.close();
      await db.destroy();
    });
    return db;
  });
