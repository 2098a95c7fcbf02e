const CONTROLS = 'a[href], button, input';

const isUsable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  // What undoes an act in another row is not the next to be pressed.
  !element.matches(':disabled, [aria-disabled=true], [data-disabled], [data-undo]');

/** The control of another row that stands where this one stands in its own. */
function sameIn(row: Element, column: number, nth: number): Element | undefined {
  const controls = row.children[column]?.querySelectorAll(CONTROLS) ?? [];
  return controls[nth] ?? controls[0];
}

const placesIn = (cards: readonly Element[]) => cards.flatMap((card) => [...card.querySelectorAll('[data-first]')]);

/** A card has one place: where it is begun with. */
function peersOfCard(card: Element): { after: readonly Element[]; before: readonly Element[] } {
  const cards = [...(card.parentElement?.children ?? [])];
  const index = cards.indexOf(card);
  return { after: placesIn(cards.slice(index + 1)), before: placesIn(cards.slice(0, index)) };
}

/** Of a control in a list: those of the rows after it, and those of the rows before it, from the top. */
function peersOf(origin: Element | null): { after: readonly Element[]; before: readonly Element[] } {
  const card = origin?.closest('[data-row]');
  if (card) return peersOfCard(card);
  const cell = origin?.closest('td');
  const row = cell?.closest('tr');
  const rows = [...(row?.parentElement?.children ?? [])];
  if (!origin || !cell || !row) return { after: [], before: [] };
  const column = [...row.children].indexOf(cell);
  const nth = [...cell.querySelectorAll(CONTROLS)].indexOf(origin);
  const peers = (from: number, to: number) => rows.slice(from, to).flatMap((each) => sameIn(each, column, nth) ?? []);
  const index = rows.indexOf(row);
  return { after: peers(index + 1, rows.length), before: peers(0, index) };
}

function focusOn(place: HTMLElement, options?: FocusOptions): void {
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus(options);
}

/** The screen that the focus went to has yet to come: it goes on to the heading then, unless it has moved meanwhile. */
function awaitHeading(main: HTMLElement): void {
  const observer = new MutationObserver(() => {
    const heading = main.querySelector('h1');
    const isStill = document.activeElement === main;
    if (heading === null && isStill) return;
    observer.disconnect();
    if (heading !== null && isStill) focusOn(heading);
  });
  observer.observe(main, { childList: true, subtree: true });
}

/** Where the focus may go from a control. To be found while the control is still there. */
export interface FocusPlaces {
  /** Its act was done: the next object of a list, or the control itself while it can be used again. */
  onward: (options?: FocusOptions) => void;
  /** Its act was not done: back to it, or where `onward` leads when it is gone. */
  back: (options?: FocusOptions) => void;
}

/**
 * A control may be gone, or out of use, when the question that it asked is answered. The focus then goes on to the same control
 * of the next row, of another row, to a heading: never to the document, where the keyboard would start anew.
 */
export function focusPlaces(origin: Element | null): FocusPlaces {
  const self = origin === null || origin === document.body ? [] : [origin];
  const { after, before } = peersOf(origin);
  const heading = origin?.closest('section')?.querySelector('h2') ?? [];
  const go = (places: readonly Element[], options?: FocusOptions) => {
    const titles = ['h1', 'main'].flatMap((name) => document.querySelector(name) ?? []);
    const place = [...places, ...before].concat(heading, titles).find(isUsable);
    if (place === undefined) return;
    focusOn(place, options);
    if (place.matches('main')) awaitHeading(place);
  };
  return {
    onward: (options) => go([...after, ...self], options),
    back: (options) => go([...self, ...after], options),
  };
}
