export interface Toast {
  id: string;
  tone: 'success' | 'danger';
  text: string;
  /** The server's sentence on what can be done about it. */
  detail: string | undefined;
}

type Listener = () => void;

let toasts: readonly Toast[] = [];
/** Where toasts may be shown, the topmost last: over the screen, and inside each open dialog. */
let places: readonly symbol[] = [];
const listeners = new Set<Listener>();

function tell(): void {
  for (const listener of listeners) listener();
}

function set(next: readonly Toast[]): void {
  toasts = next;
  tell();
}

/** The same text is shown once: a newer one takes the place of the older. */
function show(toast: Omit<Toast, 'id'>): void {
  const isSame = (other: Toast) =>
    other.tone === toast.tone && other.text === toast.text && other.detail === toast.detail;
  set([...toasts.filter((other) => !isSame(other)), { ...toast, id: `${Date.now()}-${Math.random()}` }]);
}

const coming = new Set<ReturnType<typeof setTimeout>>();

/** A moment later: a dialog that has done its work is closed by then, and the words need not move. */
function showSoon(text: string): void {
  const timer = setTimeout(() => {
    coming.delete(timer);
    show({ tone: 'success', text, detail: undefined });
  });
  coming.add(timer);
}

/** Short words on the outcome of an action, from anywhere; `Toaster` shows them. */
export const toast = {
  success: showSoon,
  failure: (text: string, detail?: string): void => show({ tone: 'danger', text, detail }),
  close: (id: string): void => set(toasts.filter((other) => other.id !== id)),
  closeAll: (): void => {
    for (const timer of coming) clearTimeout(timer);
    coming.clear();
    set([]);
  },
};

const NONE: readonly Toast[] = [];

export const toastStore = {
  /** What is to be shown at a place: everything at the topmost, nothing elsewhere. */
  read: (place: symbol): readonly Toast[] => (places.at(-1) === place ? toasts : NONE),
  /** Opens a place over those that are there. @returns what closes it. */
  open: (place: symbol): (() => void) => {
    places = [...places, place];
    tell();
    return () => {
      places = places.filter((other) => other !== place);
      tell();
    };
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
