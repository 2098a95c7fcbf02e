import { type ComponentType, lazy } from 'react';

/** A screen that never comes to rest keeps nothing back for longer. */
const LONGEST_MS = 4000;

const isShown = (): boolean => {
  const main = document.querySelector('main');
  return main !== null && main.querySelector('[aria-busy=true]') === null;
};

let shown: Promise<void> | undefined;

/** Resolves when the first screen of the visit has what it waited for. */
function firstScreen(): Promise<void> {
  shown ??= new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      // What has come is painted first.
      requestAnimationFrame(() => setTimeout(resolve));
    };
    const observer = new MutationObserver(() => {
      if (isShown()) end();
    });
    const timer = setTimeout(end, LONGEST_MS);
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
    if (isShown()) end();
  });
  return shown;
}

/** A part that is loaded after the first screen, and is left out when it cannot be: the screen is whole without it. */
export const lazyLater = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    await firstScreen();
    return load().catch(() => ({ default: () => null }));
  });
