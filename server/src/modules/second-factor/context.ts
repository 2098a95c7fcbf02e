import type { KeyObject } from 'node:crypto';
import type { Database } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { deriveKeys, type ServerSecrets } from '../../kernel/derive-key.ts';
import { seal, unsealByAny } from '../../kernel/seal.ts';
import type { RelyingParty } from './passkeys.ts';

/** What second factors are checked and made with. */
export interface FactorContext {
  db: Database;
  clock: Clock;
  /** Undefined: passkeys are not offered. */
  relyingParty: RelyingParty | undefined;
  /** The first makes them. */
  recoveryKeys: readonly [KeyObject, ...KeyObject[]];
  sealTotp: (personId: string, secret: Uint8Array) => Buffer;
  /** Undefined when it was sealed for somebody else, or by another server's secret. */
  unsealTotp: (personId: string, sealed: Uint8Array) => Buffer | undefined;
  /** A set-up that has begun, in the browser's hands until its first code: of this person, in this session, for some time. */
  sealSetup: (place: SetupPlace, setup: Setup) => string;
  unsealSetup: (place: SetupPlace, sealed: string) => Setup | undefined;
}

interface SetupPlace {
  personId: string;
  sessionId: string;
}

interface Setup {
  secret: Uint8Array;
  expiresAt: Date;
}

const TIME_BYTES = 8;

/** What a person's secret of codes is sealed for. */
export const placeOfTotp = (personId: string): string => `totp/${personId}`;

export function createFactorContext({
  db,
  clock,
  secret,
  relyingParty,
}: Pick<FactorContext, 'db' | 'clock' | 'relyingParty'> & {
  /** The server's. */
  secret: ServerSecrets;
}): FactorContext {
  const keys = deriveKeys(secret, 'second factor');
  const placeOf = ({ personId, sessionId }: SetupPlace) => `setup/${personId}/${sessionId}`;
  return {
    db,
    clock,
    relyingParty,
    recoveryKeys: deriveKeys(secret, 'recovery code'),
    sealTotp: (personId, bytes) => seal(keys[0], bytes, placeOfTotp(personId)),
    unsealTotp: (personId, sealed) => unsealByAny(keys, sealed, placeOfTotp(personId)),

    sealSetup: (place, { secret: bytes, expiresAt }) => {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeBigUInt64BE(BigInt(expiresAt.getTime()));
      return seal(keys[0], Buffer.concat([time, bytes]), placeOf(place)).toString('base64url');
    },
    unsealSetup: (place, sealed) => {
      const opened = unsealByAny(keys, Buffer.from(sealed, 'base64url'), placeOf(place));
      return (
        opened && {
          expiresAt: new Date(Number(opened.readBigUInt64BE())),
          secret: opened.subarray(TIME_BYTES),
        }
      );
    },
  };
}
