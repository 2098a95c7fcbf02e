type Listener = (event: { matches: boolean }) => void;

let width = 1440;
/** Each with the query that it listens to. */
const listeners = new Map<Listener, string>();

const evaluate = (query: string): boolean => {
  const min = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
  const max = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
  if (min === undefined && max === undefined) return false;
  return width >= Number(min ?? 0) && width <= Number(max ?? Infinity);
};

/** The window's width, as media queries see it. */
export function setWidth(next: number): void {
  width = next;
  for (const [listener, query] of listeners) listener({ matches: evaluate(query) });
}

Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({
    media,
    get matches() {
      return evaluate(media);
    },
    addEventListener: (_type: string, listener: Listener) => listeners.set(listener, media),
    removeEventListener: (_type: string, listener: Listener) => listeners.delete(listener),
  }),
});
