import { randomUUID } from 'node:crypto';
import { type Gate, noneOf } from '../harness/gates.ts';
import type { Market } from '../harness/market.ts';
import { sendRaw } from '../harness/raw.ts';

/** Links that were made of a good one: none shows the file. */
export async function tryLinks(market: Market, link: string): Promise<Gate[]> {
  const url = new URL(link, market.anyServer().url);
  const change = (name: string, value: string) => {
    const copy = new URL(url);
    copy.searchParams.set(name, value);
    return copy;
  };
  const without = (name: string) => {
    const copy = new URL(url);
    copy.searchParams.delete(name);
    return copy;
  };
  const names = [...url.searchParams.keys()];
  const forged = [
    new URL(url.href.replace(/[0-9a-f-]{36}(?=\/)/, randomUUID())),
    new URL(url.pathname, url),
    change('expires', String(Date.now() + 10 ** 9)),
    change('expires', 'Infinity'),
    change('signature', 'x'.repeat(43)),
    change('signature', ''),
    ...names.map((name) => without(name)),
    ...names.filter((name) => name === 'session' || name === 'key').map((name) => change(name, randomUUID())),
  ];
  const shown: string[] = [];
  for (const { pathname, search } of forged) {
    const path = pathname + search;
    const { status } = await sendRaw(market.anyServer().url, { method: 'GET', path });
    if (status === 200) shown.push(path);
  }
  return [noneOf('links that were tampered with: shown', shown, forged.length)];
}
