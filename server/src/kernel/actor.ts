/** From where somebody calls. */
export interface Origin {
  address: string;
  /** The browser's own words about itself, cut. */
  browser: string;
}

/** A person at work in an account, by a screen: what they change is that account's. */
export interface PersonActor extends Origin {
  personId: string;
  /** Their name at that moment. */
  name: string;
  /** The account that they were in. */
  accountId: string;
}

/** Somebody with a command. */
interface CommandActor {
  /** The name that they gave; proven where the command asks for a password. */
  name: string;
  /** The account of the machine, as `anna@host`. */
  osUser: string;
  /** Whose password it was; undefined where none was asked for. */
  personId: string | undefined;
}

/** Who did something that is kept in the audit. */
export type Actor = PersonActor | CommandActor;
