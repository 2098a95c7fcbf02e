/** The longest texts that the server takes, in UTF-16 units: a form lets nobody type more. */
export const MAX_LENGTH = {
  /** The name of a requisite, a cabinet, an API key. */
  name: 100,
  /** A person's full name. */
  fio: 150,
  phone: 32,
  bankAccount: 34,
  last4: 4,
  /** The id of a member of СБП. */
  sbpMember: 12,
  wallet: 128,
  externalId: 128,
  url: 2048,
  /** An address or a network, as a person writes it. */
  network: 64,
  /** The reason of a person who contests or decides. */
  reason: 1000,
  /** A search term. */
  search: 64,
  /** How an account names itself in acts. */
  partyName: 200,
  partyDetails: 1000,
  /** The sender's first name, and a comment, as a payer types them. */
  payerName: 60,
  payerComment: 500,
  /** A trader's note to what they confirm an order by. */
  note: 200,
  /** Why a withdrawal is rejected, for its owner to read. */
  rejection: 500,
  /** Lines of transfers that were made. */
  pasted: 40_000,
  username: 150,
  password: 256,
  /** A code of an application, or one of the ten kept for its loss, however it is typed. */
  code: 40,
  /** The token of an invitation. */
  invitation: 64,
  /** An application's package, the sender of an SMS, the title of a notification. */
  application: 255,
} as const;

/** The smallest order. */
export const MIN_ORDER_KOPECKS = 100n;
/** A shop's own data beside an order or a payout: fields, and UTF-16 units of a name and a value. */
export const MAX_METADATA = { keys: 20, key: 40, value: 500 } as const;

/** UTF-16 units of a new password. */
export const MIN_PASSWORD_LENGTH = 10;
/** Passkeys of one person. */
export const MAX_PASSKEYS = 10;

/** The largest number of a requisite's limits. */
export const MAX_COUNT = 2_147_483_647;
/** The largest number of a bank. */
export const MAX_BANK_ID = 32_767;
/** Requisites of one cabinet. */
export const MAX_CABINET_REQUISITES = 100;
/** Objects that one action takes at once. */
export const MAX_BATCH = 100;
/** Wallets of one merchant or trader. */
export const MAX_WALLETS = 50;
/** UTF-16 units of a bank's message that are kept. */
export const MAX_MESSAGE_LENGTH = 4000;
/** Messages that a phone may send at once. */
export const MAX_NOTIFICATIONS = 100;
