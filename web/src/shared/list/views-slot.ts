import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { createStore } from '../lib/create-store';
import type { Paging } from './use-list-params';

export interface ViewsProps {
  /** The list, by its section. */
  section: string;
  list: Paging;
  /** All columns that the list may show. */
  columns: (t: TFunction) => readonly { id: string; header: string }[];
  /** Those that it shows, in their order. */
  shown: readonly { id: string }[];
}

/** «Вид» of every list screen: set by what comes after the first screen, since views are a person's and a list knows of none. */
export const viewsSlot = createStore<ComponentType<ViewsProps> | undefined>(undefined);
