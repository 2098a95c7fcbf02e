import { MAX_ALONE, type PushedAlert } from '@kantor/contract/plain/alerts.ts';
import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { inRub } from '@/shared/lib/format-amount';

// The service worker: shows pushes, and opens what they are about. It keeps nothing: no answer of the server passes through it.

/** What a shown notification carries. */
interface Shown extends Pick<PushedAlert, 'kind' | 'path' | 'count' | 'sum'> {
  isGroup: boolean;
}

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends Extendable {
  data: { json(): unknown } | null;
}
interface NotificationEvent extends Extendable {
  notification: Notification;
}
interface Tab {
  focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: []): void;
}
interface Worker {
  addEventListener(kind: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(kind: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(kind: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<Tab[]>;
    openWindow(path: string): Promise<unknown>;
  };
}
const worker = globalThis as unknown as Worker;

const ICON = '/icons/icon-192.png';
const BADGE = '/icons/badge-96.png';

const kopecksOf = (sum: string | null): bigint => parseMinorUnits(sum ?? '0', SCALE.rub) ?? 0n;
const shownBy = ({ data }: Notification): Shown | undefined => (data as Shown | null) ?? undefined;

/** Shows an alert; the fourth of a kind and those after it become one with those that nobody has opened. */
async function show(alert: PushedAlert): Promise<void> {
  const { id, kind, title, group, body, count, sum, path, sounds } = alert;
  const base = { icon: ICON, badge: BADGE, silent: !sounds };
  const open = await worker.registration.getNotifications();
  const own = open.filter((each) => shownBy(each)?.kind === kind && each.tag !== id);
  const isMany = own.length >= MAX_ALONE || own.some((each) => shownBy(each)?.isGroup);
  if (!isMany) {
    const data: Shown = { kind, path, count, sum, isGroup: count > 1 };
    await worker.registration.showNotification(title, { ...base, body, tag: id, data });
    return;
  }
  const all = [...own.flatMap((each) => shownBy(each) ?? []), { count, sum }];
  const total = all.reduce((n, each) => n + each.count, 0);
  const kopecks = all.reduce((n, each) => n + kopecksOf(each.sum), 0n);
  const inAll = formatMinorUnits(kopecks, SCALE.rub);
  for (const each of own) each.close();
  // A page that is asked something of is the same without it; one of an object leads to the list.
  const [page = '', question] = path.split('?');
  const listPath = question === undefined ? page.split('/').slice(0, 2).join('/') : page;
  const data: Shown = { kind, path: listPath, count: total, sum: inAll, isGroup: true };
  // Without it the replacement makes no sound.
  const options: NotificationOptions & { renotify: boolean } = {
    renotify: sounds,
    ...base,
    body: kopecks === 0n ? '' : inRub(inAll),
    tag: kind,
    data,
  };
  await worker.registration.showNotification(`${group}: ${total}`, options);
}

/** Opens a page in a tab that is there already, or in a new one. */
async function openPage(path: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  if (tab === undefined) {
    await worker.clients.openWindow(path);
    return;
  }
  await tab.focus();
  tab.postMessage({ open: path }, []);
}

// A newer worker takes over at once: this one holds nothing.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => {
  const alert = event.data?.json() as PushedAlert | undefined;
  if (alert) event.waitUntil(show(alert));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = shownBy(event.notification)?.path ?? '/';
  event.waitUntil(openPage(path));
});
