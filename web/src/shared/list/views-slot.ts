import type { TFunction } from 'i18next';
import { type ComponentType, createContext } from 'react';
import type { Paging } from './use-list-params';

export interface ViewsProps {
  /** The list, by its section. */
  section: string;
  list: Paging;
  /** All columns that the list may show. */
  columns: (t: TFunction) => readonly { id: string; header: string }[];
  /** Keys of those that it shows, in their order. */
  shown: readonly string[];
}

/** «Вид» of every list screen: given by whoever frames the screens, since views are a person's and a list knows of none. */
export const ViewsSlot = createContext<ComponentType<ViewsProps> | undefined>(undefined);
