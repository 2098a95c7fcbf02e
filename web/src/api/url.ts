import { API_BASE } from '@kantor/contract/plain/routes.ts';

const base = (import.meta.env.VITE_API_BASE ?? API_BASE).replace(/\/$/, '');

/** The address of a call by its route's path; of all of them without one. */
export const apiUrl = (path = ''): string => new URL(base + path, location.origin).href;
