type Listener = (event: { matches: boolean }) => void;

let width = 1440;
/** What somebody listens to. */
const heard = new Set<{ media: string; listeners: Set<Listener> }>();

const evaluate = (query: string): boolean => {
  const min = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
  const max = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
  if (min === undefined && max === undefined) return false;
  return width >= Number(min ?? 0) && width <= Number(max ?? Infinity);
};

/** The window's width, as media queries see it. */
export function setWidth(next: number): void {
  width = next;
  for (const { media, listeners } of heard) for (const listener of listeners) listener({ matches: evaluate(media) });
}

Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => {
    const query = { media, listeners: new Set<Listener>() };
    return {
      media,
      get matches() {
        return evaluate(media);
      },
      addEventListener(_type: string, listener: Listener) {
        query.listeners.add(listener);
        heard.add(query);
      },
      removeEventListener(_type: string, listener: Listener) {
        query.listeners.delete(listener);
        if (query.listeners.size === 0) heard.delete(query);
      },
    };
  },
});
