import { useEffect, useRef, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { type FromList, isWide, useListAddress } from './beside';

/** A pointer that only crosses a row on its way elsewhere wants nothing. */
const REST_MS = 80;

const rowIndex = (target: EventTarget | null): number | undefined => {
  const index = target instanceof Element && target.closest<HTMLElement>('tr[data-index]')?.dataset['index'];
  return typeof index === 'string' ? Number(index) : undefined;
};

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/** Sends plain clicks on row links through the router, and tells which row the pointer rests on or the focus is in. */
export function useRowLinks(
  body: RefObject<HTMLElement | null>,
  onIntent: (index: number) => void,
  hasPanel: boolean,
): void {
  const navigate = useNavigate();
  const { pathname, search, object } = useListAddress();
  const open = (to: string) => {
    const state: FromList = { fromList: pathname + search, isBeside: hasPanel };
    // Of the objects that stood beside a list one after the other, Back leads past all to the list.
    void navigate(to, { state, replace: object !== undefined, preventScrollReset: hasPanel && isWide() });
  };
  const latest = useRef({ open, onIntent });
  useEffect(() => {
    latest.current = { open, onIntent };
  });

  useEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;

    const onClick = (event: MouseEvent) => {
      // In a tall row a cell may be higher than its link; the whole cell counts.
      const cell = event.target instanceof Element && event.target.closest('td');
      const link = cell && cell.querySelector<HTMLAnchorElement>(':scope > a[data-row-link]');
      if (!link || !isPlainClick(event)) return;
      event.preventDefault();
      latest.current.open(link.pathname + link.search);
    };
    const onPointerOver = (event: PointerEvent) => {
      clearTimeout(rest);
      const index = rowIndex(event.target);
      if (index === undefined || event.pointerType === 'touch') return;
      rest = setTimeout(() => latest.current.onIntent(index), REST_MS);
    };
    const onFocus = (event: FocusEvent) => {
      const index = rowIndex(event.target);
      if (index !== undefined) latest.current.onIntent(index);
    };

    element.addEventListener('click', onClick);
    element.addEventListener('pointerover', onPointerOver);
    element.addEventListener('focusin', onFocus);
    return () => {
      clearTimeout(rest);
      element.removeEventListener('click', onClick);
      element.removeEventListener('pointerover', onPointerOver);
      element.removeEventListener('focusin', onFocus);
    };
  }, [body]);
}
