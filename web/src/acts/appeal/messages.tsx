import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './desk.module.css';

/** Marks a message that may be about the order. */
export const ABOUT = { 'data-about': '' };

/** A phone's messages, in a frame of their own: what stands below stays near. It begins where they may be about the order. */
export function Messages({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('[data-about]');
    if (list.current && first) list.current.scrollTop = first.offsetTop;
  }, []);
  return (
    <ol ref={list} className={`${classes.list} ${classes.messages}`} aria-label={label}>
      {children}
    </ol>
  );
}
