import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { isIP } from 'node:net';

// WebAuthn. The library is large, and most processes verify no passkey for hours: it comes with the first one.
const webauthn = () => import('@simplewebauthn/server');

const NAME = 'Kantor';
/** COSE's numbers of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Who passkeys are made for: the host of the address that people use, and the origin that browsers say. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** The relying party of an address; undefined where browsers make no passkeys: without TLS, or under a number for a name. */
export function relyingPartyOf(address: string | undefined): RelyingParty | undefined {
  if (address === undefined) return undefined;
  const { protocol, hostname, origin } = new URL(address);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : undefined;
}

/** What is kept of a passkey. */
export interface PasskeyKey {
  credentialId: string;
  publicKey: Buffer;
  /** How often it has signed, as it says itself; some always say 0. */
  counter: number;
  transports: readonly string[];
}

/** A passkey in an option of a browser's call. */
const described = ({ credentialId, transports }: PasskeyKey) => ({ id: credentialId, transports: [...transports] });

/** What a browser is given to make a passkey; those that there are cannot be made twice. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  { personId, username, known }: { personId: string; username: string; known: readonly PasskeyKey[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: NAME,
    rpID,
    userName: username,
    userID: new TextEncoder().encode(personId),
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(described),
    // The name and the password are asked for besides.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** What a browser is given to sign with one of these passkeys. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  known: readonly PasskeyKey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({ rpID, allowCredentials: known.map(described), userVerification: 'preferred' });
}

const expected = ({ id, origin }: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: false,
});

/** The new passkey of a browser's answer; undefined unless it was made for us and this challenge. */
export async function readNewPasskey(
  party: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<PasskeyKey | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs: ALGORITHMS,
    ...expected(party, challenge),
  }).catch(() => ({ registrationInfo: undefined }));
  if (registrationInfo === undefined) return undefined;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** The counter that a passkey has signed with; undefined unless it signed this challenge for us, and later than before. */
export async function readSignature(
  party: RelyingParty,
  challenge: string,
  key: PasskeyKey,
  response: AuthenticationResponseJSON,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
  const credential = { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: key.counter };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    credential,
    ...expected(party, challenge),
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo?.newCounter : undefined;
}
