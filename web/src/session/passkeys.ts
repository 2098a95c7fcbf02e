import type { NewPasskey, PasskeyRequest } from '@/api/security';
import type { Credentials } from '@/api/user';

// The library that speaks with the browser's keys comes when one is used.
const webauthn = () => import('@simplewebauthn/browser');

type Library = Awaited<ReturnType<typeof webauthn>>;
type Given = NonNullable<Credentials['passkey']>;

/** Lets the person sign with one of their passkeys. @throws Error when they do not, or the browser cannot. */
export async function signWithPasskey({ challenge, options }: PasskeyRequest): Promise<Given> {
  const { startAuthentication } = await webauthn();
  const optionsJSON = options as unknown as Parameters<Library['startAuthentication']>[0]['optionsJSON'];
  return { challenge, response: (await startAuthentication({ optionsJSON })) as unknown as Given['response'] };
}

/** Lets the person make a passkey. @throws Error when they do not, or the browser cannot. */
export async function makePasskey({ options }: PasskeyRequest): Promise<NewPasskey['response']> {
  const { startRegistration } = await webauthn();
  const optionsJSON = options as unknown as Parameters<Library['startRegistration']>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON })) as unknown as NewPasskey['response'];
}
