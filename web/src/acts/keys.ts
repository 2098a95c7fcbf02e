import { goToSection } from './section-keys';
import { undo } from './soon';

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const ROWS = 'main tr[data-index], main [data-row]';
const CONFIRMS = '[data-confirm]:not([data-undo], :disabled, [aria-disabled=true])';

const focusedRow = () => document.activeElement?.closest(ROWS) ?? null;

/** The row after the focused one, or before it; at first the topmost. */
function goToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll(ROWS)];
  const at = rows.findIndex((row) => row === focusedRow());
  const row = at < 0 ? rows[0] : rows[at + step];
  const place =
    row?.querySelector<HTMLElement>('[data-first]:enabled') ?? row?.querySelector<HTMLElement>('a[href], button');
  place?.focus();
}

/**
 * Presses the chosen candidate, or the confirmation of the focused row; without a row, the page's only one. Of several none is "the
 * first".
 */
function confirm(): void {
  const chosen = document.activeElement;
  if (chosen instanceof HTMLElement && chosen.matches('[data-candidate]:enabled')) return chosen.click();
  const row = focusedRow();
  const [button, another] = (row ?? document).querySelectorAll<HTMLElement>(row ? CONFIRMS : `main ${CONFIRMS}`);
  if (another === undefined) button?.click();
}

/** By the place of a key, which is the same in every layout. */
const KEYS: Partial<Record<string, () => void>> = {
  KeyJ: () => goToRow(1),
  KeyK: () => goToRow(-1),
  KeyC: confirm,
  KeyU: () => undo(),
  Slash: () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
};
/** These walk while they are held down; the others act once. */
const WALKS = new Set(['KeyJ', 'KeyK']);

/** After G a letter is waited for so long. */
const LETTER_MS = 1500;
const GO = 'KeyG';

/** Of a key that somebody types into, or that has a meaning of its own just now, nothing is made. */
const isOthers = ({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  defaultPrevented ||
  (target instanceof Element && target.closest(FIELDS) !== null) ||
  hasDialog();

const hasDialog = () => document.querySelector('[role=dialog], dialog[open]') !== null;

/** Ctrl+K, and ⌘K, by the place of the key: in fields, too, but not over a dialog. */
const isPalette = ({ code, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, repeat }: KeyboardEvent): boolean =>
  code === 'KeyK' && ctrlKey !== metaKey && !altKey && !shiftKey && !defaultPrevented && !repeat && !hasDialog();

interface Shown {
  /** All the keys. */
  showSheet: () => void;
  showPalette: () => void;
}

/**
 * Keys of the desk; off in fields and dialogs, and with a modifier, but for that of the palette.
 * @returns what ends it.
 */
export function followKeys({ showSheet, showPalette }: Shown): () => void {
  let letterUntil = 0;

  function actOf({ code, key, shiftKey, repeat, timeStamp }: KeyboardEvent): (() => void) | undefined {
    // It stands elsewhere in the Russian layout.
    if (key === '?' || (code === 'Slash' && shiftKey)) return showSheet;
    if (shiftKey || (repeat && !WALKS.has(code))) return undefined;
    const isLetter = timeStamp < letterUntil && code.startsWith('Key');
    letterUntil = code === GO ? timeStamp + LETTER_MS : 0;
    if (isLetter && goToSection(code.slice('Key'.length))) return () => undefined;
    return KEYS[code];
  }

  function press(event: KeyboardEvent): void {
    const ofDesk = () => (isOthers(event) ? undefined : actOf(event));
    const act = isPalette(event) ? showPalette : ofDesk();
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
