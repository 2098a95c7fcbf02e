/** The server takes no more. */
export const NAME_LENGTH = 100;
export const PHONE_LENGTH = 32;
