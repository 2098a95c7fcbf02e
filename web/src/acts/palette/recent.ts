import { FOUND_KINDS, type FoundKind } from '@kantor/contract/plain/search.ts';
import type { Found } from '@/api/search';
import { storedSession } from '@/api/stored-session';
import { storage } from '@/shared/lib/storage';

/** Objects that a person opened by the palette, on this device and during this sign-in. */
const KEY = 'kantor.recent';
const MAX_RECENT = 6;

/** What is kept of an object: nothing about a person, no phone, no wallet. */
export type Recent = Pick<Found, 'kind' | 'id' | 'number' | 'amount_rub' | 'amount_usdt' | 'account'>;

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'id' in value &&
  FOUND_KINDS.includes(value.kind as FoundKind) &&
  typeof value.id === 'string';

function read(): unknown {
  try {
    return JSON.parse(storage.get(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** Those of the present sign-in; what another has left is nobody's. */
export function recentObjects(): Recent[] {
  const login = storedSession.ownLogin();
  const kept = read();
  if (login === null || typeof kept !== 'object' || kept === null) return [];
  if (!('login' in kept) || kept.login !== login || !('objects' in kept) || !Array.isArray(kept.objects)) return [];
  return kept.objects.filter(isRecent);
}

export function rememberObject({ kind, id, number, amount_rub, amount_usdt, account }: Recent): void {
  const login = storedSession.ownLogin();
  if (login === null) return;
  const others = recentObjects().filter((other) => other.id !== id);
  const objects = [{ kind, id, number, amount_rub, amount_usdt, account }, ...others].slice(0, MAX_RECENT);
  storage.set(KEY, JSON.stringify({ login, objects }));
}

/** Forgets them once nobody, or somebody else, is signed in. */
export function forgetLeftObjects(): void {
  const kept = read();
  const login = storedSession.read()?.login;
  if (login === undefined || (typeof kept === 'object' && kept !== null && 'login' in kept && kept.login !== login))
    storage.remove(KEY);
}
