import type { Settings } from '../settings.ts';

export interface CareContext {
  /** @throws SettingsError */
  settings: () => Settings;
  /** Writes one line for the operator. */
  print: (line: string) => void;
}
