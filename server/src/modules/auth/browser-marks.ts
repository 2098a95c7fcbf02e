import { createHash, randomBytes } from 'node:crypto';
import { DAY, SECOND } from '../../kernel/clock.ts';
import { deriveKeys, type ServerSecrets } from '../../kernel/derive-key.ts';
import { seal, unsealByAny } from '../../kernel/seal.ts';

const ID_BYTES = 16;
const PASSWORD_BYTES = 16;
const BODY_BYTES = ID_BYTES * 2 + PASSWORD_BYTES + 6;

/** As long as browsers keep a cookie at most. Each sign-in begins it anew. */
export const MARK_LIFETIME_MS = 400 * DAY;

/** What the mark of a browser says: it was given to this person, who signed in with this password. */
interface BrowserMark {
  /** A random one, in hex, that stays while the same browser signs in. */
  id: string;
  personId: string;
  password: string;
}

interface Marked {
  id: string;
  passwordHash: string;
}

const fingerprintOf = (passwordHash: string): string =>
  createHash('sha256')
    .update(passwordHash)
    .digest('hex')
    .slice(0, PASSWORD_BYTES * 2);

/**
 * Makes and reads the marks of browsers that have signed in. A mark is encrypted, so that it names nobody to its reader; it
 * opens nothing, and only says whose wrong passwords are counted apart. It ends with the password.
 */
export function createBrowserMarks(secret: ServerSecrets) {
  const keys = deriveKeys(secret, 'known browser');

  function read(text: string, at: Date): BrowserMark | undefined {
    const body = unsealByAny(keys, Buffer.from(text, 'base64url'));
    if (body?.length !== BODY_BYTES) return undefined;
    const givenAt = body.readUIntBE(BODY_BYTES - 6, 6) * SECOND;
    if (givenAt + MARK_LIFETIME_MS <= at.getTime()) return undefined;
    const [id, person, password] = [0, ID_BYTES, ID_BYTES * 2].map((from) =>
      body.toString('hex', from, from + ID_BYTES),
    );
    if (id === undefined || person === undefined || password === undefined) return undefined;
    return { id, personId: person, password };
  }

  return {
    /** The mark's id, when the text is a mark of this person and their present password. */
    idOf(text: string | undefined, person: Marked | undefined, at: Date): string | undefined {
      const mark = text === undefined || person === undefined ? undefined : read(text, at);
      if (mark === undefined || person === undefined) return undefined;
      const isTheirs =
        mark.personId === person.id.replaceAll('-', '') && mark.password === fingerprintOf(person.passwordHash);
      return isTheirs ? mark.id : undefined;
    },

    /** Marks a browser; with the id of the mark that it has, or a new one. */
    make({ id, passwordHash }: Marked, at: Date, markId = randomBytes(ID_BYTES).toString('hex')): string {
      const time = Buffer.alloc(6);
      time.writeUIntBE(Math.floor(at.getTime() / SECOND), 0, 6);
      const hex = markId + id.replaceAll('-', '') + fingerprintOf(passwordHash);
      return seal(keys[0], Buffer.concat([Buffer.from(hex, 'hex'), time])).toString('base64url');
    },
  };
}
