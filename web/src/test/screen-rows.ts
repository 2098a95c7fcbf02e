import type { Right } from '@kantor/contract/plain/rights.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import type { HttpHandler, JsonBodyType } from 'msw';

export interface List {
  /** The file of a list screen; without one, the list is a part of the screen at the address. */
  file?: string;
  role: 'trader' | 'merchant' | 'operator';
  /** What the server says that the person may do, where the screen needs it to be said. */
  rights?: Right[];
  path: string;
  call: Route;
  /** Rows of a page at first: ten when it is absent. */
  pageSize?: number;
  title: string;
  /** The count's text before the number. */
  counted: string;
  empty: string;
  /** The text of a failure, where it is not the same. */
  failed?: string;
  row: JsonBodyType;
  /** The address that the row leads to. */
  href?: string;
  /** Calls of other parts of the screen. */
  others?: HttpHandler[];
}

export interface Detail {
  file: string;
  role: 'trader' | 'merchant' | 'operator';
  path: string;
  call: Route;
  /** The section that it leads back to. */
  section: string;
  failed: string;
  item: JsonBodyType;
  /** Its title once it is there. */
  title: string;
  /** Calls of other parts of the page. */
  others?: HttpHandler[];
}
