const CONTROLS = 'a[href], button, input';

const isUsable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  !element.matches(':disabled, [aria-disabled=true], [data-disabled]');

/** The control of another row that stands where this one stands in its own. */
function sameIn(row: Element, column: number, nth: number): Element | undefined {
  const controls = row.children[column]?.querySelectorAll(CONTROLS) ?? [];
  return controls[nth] ?? controls[0];
}

/** Of a control in a list: those of the rows after it, and those of the rows before it, from the top. */
function peersOf(origin: Element | null): { after: readonly Element[]; before: readonly Element[] } {
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
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus(options);
  };
  return {
    onward: (options) => go([...after, ...self], options),
    back: (options) => go([...self, ...after], options),
  };
}
