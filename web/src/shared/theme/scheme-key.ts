/** Where the chosen colour scheme is stored. */
export const SCHEME_KEY = 'kantor.scheme';
