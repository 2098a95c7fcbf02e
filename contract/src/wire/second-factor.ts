import { z } from 'zod';
import { MAX_LENGTH } from '../plain/limits.ts';

// WebAuthn's JSON forms: https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON

const binary = z
  .string()
  .max(8192)
  .regex(/^[\w-]+$/);

const signed = { id: binary.max(1400), rawId: binary.max(1400), type: z.literal('public-key') };
/** Browsers say more than we ask. */
const told = {
  clientExtensionResults: z.record(z.string(), z.json()),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
};

/** A new passkey, as a browser has made it. */
export const newPasskey = z.object({
  ...signed,
  ...told,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
  }),
});

/** What a passkey has signed. */
const passkeySignature = z.object({
  ...signed,
  ...told,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: z.string().max(100).exactOptional(),
  }),
});

/** What a browser is asked to do with a passkey. */
export const passkeyRequest = z.strictObject({
  /** Names the challenge when the answer comes. It is good once, and for five minutes. */
  challenge: z.uuid(),
  /** For `navigator.credentials`. */
  options: z.record(z.string(), z.json()),
});

/** One of them, or none. */
export const secondFactor = {
  /** Of an authenticator application. */
  code: z.string().max(MAX_LENGTH.code).optional(),
  recovery_code: z.string().max(MAX_LENGTH.code).optional(),
  passkey: z.strictObject({ challenge: z.uuid(), response: passkeySignature }).optional(),
};
