type Listener = (event: { matches: boolean }) => void;

let width = 1440;
const queries = new Set<{ matches: () => boolean; listeners: Set<Listener> }>();

const evaluate = (query: string): boolean => {
  const min = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
  const max = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
  if (min === undefined && max === undefined) return false;
  return width >= Number(min ?? 0) && width <= Number(max ?? Infinity);
};

/** The window's width, as media queries see it. */
export function setWidth(next: number): void {
  width = next;
  for (const { matches, listeners } of queries) for (const listener of listeners) listener({ matches: matches() });
}

Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => {
    const listeners = new Set<Listener>();
    queries.add({ matches: () => evaluate(media), listeners });
    return {
      media,
      get matches() {
        return evaluate(media);
      },
      addEventListener: (_type: string, listener: Listener) => listeners.add(listener),
      removeEventListener: (_type: string, listener: Listener) => listeners.delete(listener),
    };
  },
});
