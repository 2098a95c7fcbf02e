const base = import.meta.env.VITE_API_BASE ?? '/api/v1/';

/** The address of a call by its path, `orders/`. */
export const apiUrl = (path: string): string => new URL(base + path, location.origin).href;
