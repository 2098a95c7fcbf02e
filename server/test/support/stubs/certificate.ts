import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

// Certificates of tests (X.509 in DER, RFC 5280), so that none has to be kept in a file and expire.

const SEQUENCE = 0x30;
const SET = 0x31;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const COMMON_NAME = oid('550403');
const BASIC_CONSTRAINTS = oid('551d13');
const SUBJECT_ALT_NAME = oid('551d11');
const ECDSA_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

const nameOf = (text: string) => der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(text)))));
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

interface Issuer {
  name: string;
  key: KeyObject;
}

interface Request {
  name: string;
  /** Absent: signed by itself, an authority. */
  issuer?: Issuer;
  expires?: Date;
}

const DAY = 24 * 3600_000;
let serial = 0;

/** A certificate for a name, and its key, in PEM. */
export function certify({ name, issuer, expires = new Date(Date.now() + DAY) }: Request) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alternative = der(SEQUENCE, der(0x82, Buffer.from(name)));
  const extensions = issuer
    ? der(SEQUENCE, SUBJECT_ALT_NAME, der(0x04, alternative))
    : der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(0x04, der(SEQUENCE, TRUE)));
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([(serial += 1)])),
    ECDSA_SHA256,
    nameOf(issuer?.name ?? name),
    der(SEQUENCE, time(new Date(expires.getTime() - 10 * DAY)), time(expires)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, extensions)),
  );
  const signature = createSign('sha256')
    .update(content)
    .sign(issuer?.key ?? privateKey);
  const bytes = der(SEQUENCE, content, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
  return {
    name,
    key: privateKey,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', bytes),
  };
}
