/** The key of the chosen colour scheme in the storage. */
export const SCHEME_KEY = 'kantor.scheme';
