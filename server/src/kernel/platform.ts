/** The platform's one account: its members run the marketplace. It has no money and no objects of its own. */
export const PLATFORM_ACCOUNT = '00000000-0000-7000-8000-000000000001';

/** Its name, which no person and no other account can have: it is not Latin. */
export const PLATFORM_NAME = 'Платформа';
