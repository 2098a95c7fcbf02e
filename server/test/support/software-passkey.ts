import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

// An authenticator of WebAuthn in software: ES256, without attestation.

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** The head of an item in CBOR: its kind, and a small number. */
const head = (kind: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  return value < 256
    ? Buffer.from([(kind << 5) | 24, value])
    : Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
};
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...entries: (readonly [Buffer, Buffer])[]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);

const USER_PRESENT = 1;
const HAS_CREDENTIAL = 64;

interface Site {
  origin: string;
  rpId: string;
}

/** A browser at a site, with a key that signs there. */
export function softwarePasskey({ origin, rpId }: Site) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const cose = map(
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  );
  let signatures = 0;
  const dataOf = (flags: number, counter: number, more = Buffer.alloc(0)) => {
    const fixed = Buffer.alloc(5);
    fixed.writeUInt8(flags, 0);
    fixed.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), fixed, more]);
  };
  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };
  return {
    /** As `navigator.credentials.create`. */
    create({ challenge }: Record<string, unknown>) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const attestationObject = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(dataOf(USER_PRESENT | HAS_CREDENTIAL, 0, attested))],
      );
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      };
      return { ...credential, response };
    },

    /** As `navigator.credentials.get`; `counter`: another than the next one. */
    sign({ challenge }: Record<string, unknown>, counter = (signatures += 1)) {
      const said = clientData('webauthn.get', challenge);
      const data = dataOf(USER_PRESENT, counter);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(said)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: said.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { ...credential, response };
    },
  };
}
