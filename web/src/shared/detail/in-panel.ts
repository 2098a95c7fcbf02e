import { createContext } from 'react';

/** Whether an object stands beside its list, and not on a page of its own. */
export const InPanel = createContext(false);
