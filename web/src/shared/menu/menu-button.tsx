import { Button } from '@mantine/core';
import { useId, useRef } from 'react';
import classes from './menu-button.module.css';

export interface MenuItem {
  text: string;
  /** Its name when that must say more than its text: of which row. */
  label?: string;
  /** What it takes away does not come back: it stands apart. */
  isDanger?: boolean;
  /** It is what is in force now. */
  isCurrent?: boolean;
  /** The first of another kind: a line stands above it. */
  isApart?: boolean;
  onPick: (trigger: HTMLButtonElement | null) => void;
}

interface MenuButtonProps {
  /** What the menu is called where only its name is heard. */
  label: string;
  /** What the button says: dots when absent. */
  text?: string;
  /** What the items are called together: as the button when absent. */
  itemsLabel?: string;
  items: readonly MenuItem[];
  disabled?: boolean;
  /** In a row it is small. */
  isOfPage?: boolean;
  /** The focus comes here first. */
  isFirst?: boolean;
}

const DOTS = '⋯';
const GAP = 4;
const EDGE = 8;

/** Beneath the button, or above it where there is no room beneath; from its end on, or its start where it stands at that side. */
function place(panel: HTMLElement, trigger: HTMLElement | null, rows: number): void {
  if (!trigger) return;
  const box = trigger.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isAtStart = box.left + box.right < clientWidth;
  const start = isAtStart ? `${Math.max(EDGE, box.left)}px` : 'auto';
  const end = isAtStart ? 'auto' : `${Math.max(EDGE, clientWidth - box.right)}px`;
  const room = clientHeight - box.bottom;
  const isBelow = rows * 48 < room || room > box.top;
  panel.style.inset = isBelow
    ? `${box.bottom + GAP}px ${end} auto ${start}`
    : `auto ${end} ${clientHeight - box.top + GAP}px ${start}`;
  panel.style.maxWidth = `${(isAtStart ? clientWidth - box.left : box.right) - EDGE}px`;
  panel.style.maxHeight = `${(isBelow ? room : box.top) - GAP - EDGE}px`;
}

/** What is done seldom, behind a button. The browser opens and dismisses it. */
export function MenuButton({
  label,
  text = DOTS,
  itemsLabel = label,
  items,
  disabled = false,
  isOfPage = false,
  isFirst,
}: MenuButtonProps) {
  const panel = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const pick = ({ onPick }: MenuItem) => {
    document.getElementById(panel)?.hidePopover();
    // A question comes back to where it was asked for, or goes on to the next row's.
    trigger.current?.focus();
    onPick(trigger.current);
  };
  return (
    <>
      <Button
        ref={trigger}
        size={isOfPage ? 'sm' : 'xs'}
        variant="default"
        className={text === DOTS && isOfPage ? classes.dots : undefined}
        aria-label={label}
        disabled={disabled}
        popoverTarget={panel}
        {...(isFirst && { 'data-first': '' })}
      >
        {text}
      </Button>
      <div
        id={panel}
        popover="auto"
        className={classes.menu}
        role="group"
        aria-label={itemsLabel}
        onBeforeToggle={({ currentTarget }) => place(currentTarget, trigger.current, items.length + 1)}
      >
        {items.map((item, index) => (
          <button
            key={`${index} ${item.text}`}
            type="button"
            data-danger={item.isDanger || undefined}
            data-apart={item.isApart || undefined}
            aria-current={item.isCurrent || undefined}
            {...(item.label !== undefined && { 'aria-label': item.label })}
            onClick={() => pick(item)}
          >
            {item.text}
          </button>
        ))}
      </div>
    </>
  );
}
