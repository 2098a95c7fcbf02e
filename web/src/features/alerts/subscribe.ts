const WORKER = '/sw.js';

/** What keeps this browser from being called; undefined: nothing does. */
export type Obstacle = 'unsupported' | 'denied';

export function obstacle(): Obstacle | undefined {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

function base64url(buffer: ArrayBuffer | null): string {
  const text = Array.from(new Uint8Array(buffer ?? new ArrayBuffer(0)), (byte) => String.fromCodePoint(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Asks the person for leave, and the browser for a subscription by the server's key.
 * @returns undefined when the person says no.
 */
export async function subscribe(
  serverKey: string,
): Promise<{ endpoint: string; p256dh: string; auth: string } | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: serverKey };
  const former = await pushManager.getSubscription();
  const formerKey = former?.options.applicationServerKey;
  // One of another key, by another server secret, reaches nobody.
  if (former && base64url(formerKey ?? null) !== serverKey) await former.unsubscribe();
  const made = await pushManager.subscribe(options);
  return { endpoint: made.endpoint, p256dh: base64url(made.getKey('p256dh')), auth: base64url(made.getKey('auth')) };
}
