import { storage } from '@/shared/lib/storage';

/**
 * The outcome of exchanging the stored token. `refused`: the server does not take it any more, and may say why. `unavailable`: the
 * server did not say, so nothing is lost yet.
 */
export type RefreshOutcome =
  | { kind: 'renewed'; access: string }
  | { kind: 'refused'; sentence?: string | undefined }
  | { kind: 'unavailable' };

/** `login` names the sign-in: it stays while tokens are renewed, so another tab can tell a renewal from another user. */
export interface StoredSession {
  refresh: string;
  login: string;
}

export const SESSION_KEY = 'kantor.session';

export function parseSession(text: string | null): StoredSession | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || !('refresh' in value) || !('login' in value)) return null;
    const { refresh, login } = value;
    return typeof refresh === 'string' && typeof login === 'string' ? { refresh, login } : null;
  } catch {
    return null;
  }
}

let memory: StoredSession | null = null;

/** The refresh token as every tab sees it. */
export const storedSession = {
  read: (): StoredSession | null => parseSession(storage.get(SESSION_KEY)),
  write: (session: StoredSession): void => {
    memory = session;
    storage.set(SESSION_KEY, JSON.stringify(session));
  },
  remove: (): void => {
    memory = null;
    storage.remove(SESSION_KEY);
  },
  /** The sign-in this tab belongs to; null when it is signed out. */
  ownLogin: (): string | null => memory?.login ?? null,
  /** Joins the sign-in that another tab, or an earlier visit, has left in storage. */
  join: (session: StoredSession | null): void => {
    memory = session;
  },
};
