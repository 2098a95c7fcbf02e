import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';

interface Attention {
  isAttended: boolean;
  /** To be spread on what is read. */
  frame: {
    ref: RefObject<HTMLDivElement | null>;
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: () => void;
  };
}

/** A question that a row asks stands elsewhere in the document. */
const isInQuestion = (target: Element): boolean => target.closest('[role=dialog]') !== null;

/** Whether someone is at a part of the screen: with the pointer, with the keyboard, or scrolled down in it. */
export function useAttention(): Attention {
  const ref = useRef<HTMLDivElement>(null);
  const [isInside, setInside] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isScrolledInto = useScrolledInto(ref);

  // An element removed from under the pointer gets no event that the pointer has left it.
  useEffect(() => {
    if (!isInside) return undefined;
    const look = ({ target }: PointerEvent) => {
      if (target instanceof Element && !ref.current?.contains(target) && !isInQuestion(target)) setInside(false);
    };
    document.addEventListener('pointerover', look);
    return () => document.removeEventListener('pointerover', look);
  }, [isInside]);

  // Nor does what is taken away with the focus in it tell that it has lost the focus.
  useEffect(() => {
    const frame = ref.current;
    if (!hasFocus || frame === null) return undefined;
    const observer = new MutationObserver(() => {
      const { activeElement } = document;
      if (activeElement === null || !(frame.contains(activeElement) || isInQuestion(activeElement))) setFocus(false);
    });
    observer.observe(frame, { childList: true, subtree: true });
    // A question of a row that is gone with the focus in it does not tell either: the focus is elsewhere then.
    const look = ({ target }: Event) => {
      if (target instanceof Element && !frame.contains(target) && !isInQuestion(target)) setFocus(false);
    };
    document.addEventListener('focusin', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', look);
    };
  }, [hasFocus]);

  return {
    isAttended: isInside || hasFocus || isScrolledInto,
    frame: {
      ref,
      onPointerEnter: () => setInside(true),
      onPointerLeave: () => setInside(false),
      // A button that was clicked keeps the focus without being looked at.
      onFocus: ({ target }) => setFocus(target.matches(':focus-visible') || isInQuestion(target)),
      onBlur: () => setFocus(false),
    },
  };
}

/** Whether the top of an element is above the window. */
function useScrolledInto(ref: RefObject<HTMLElement | null>): boolean {
  const [isInto, setInto] = useState(false);
  useEffect(() => {
    const look = () => setInto((ref.current?.getBoundingClientRect().top ?? 0) < 0);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [ref]);
  return isInto;
}
