import type { Right } from '@kantor/contract/plain/rights.ts';
import type { ComponentType } from 'react';
import type ru from '@/shared/i18n/webhooks.ru.json';
import { paths } from '@/shared/lib/paths';
import type { Preload } from '@/shared/lib/query-call';

/** A part of the page, with an address of its own; its name on the page is `webhooks:parts.<name>`. */
interface Part {
  name: Exclude<keyof typeof ru.parts, 'label'>;
  /** It is offered to whoever has it. */
  right: Right;
  load: () => Promise<{ Component: ComponentType; preload?: Preload }>;
}

/** In the order of the page. The first is at the page's own address, each other one at its name under it. */
export const PARTS: readonly Part[] = [
  { name: 'overview', right: 'webhooks.read', load: () => import('./overview') },
  { name: 'journal', right: 'webhooks.read', load: () => import('./journal') },
  { name: 'requests', right: 'keys.read', load: () => import('./requests') },
  { name: 'test', right: 'test_mode.read', load: () => import('./test-mode') },
  { name: 'keys', right: 'keys.read', load: () => import('./api-keys') },
  { name: 'reference', right: 'webhooks.read', load: () => import('./api-reference') },
];

export const addressOfPart = ({ name }: Part): string =>
  name === 'overview' ? paths.developer : paths.developerPart(name);
