import { createStore, useStore } from '../lib/create-store';

export interface Toast {
  id: string;
  tone: 'success' | 'danger';
  text: string;
  /** The server's sentence on what can be done about it. */
  detail: string | undefined;
  /** What to tell the operator of a fault of the server's. */
  requestId?: string | undefined;
}

const toasts = createStore<readonly Toast[]>([]);
/** The places for toasts, the topmost last: over the screen, and inside each open dialog. */
const places = createStore<readonly symbol[]>([]);

/** The same text is shown once: a newer one takes the place of the older. */
function show(toast: Omit<Toast, 'id'>): void {
  const isSame = (other: Toast) =>
    other.tone === toast.tone && other.text === toast.text && other.detail === toast.detail;
  toasts.set([...toasts.get().filter((other) => !isSame(other)), { ...toast, id: `${Date.now()}-${Math.random()}` }]);
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
  failure: (text: string, { detail, requestId }: Partial<Pick<Toast, 'detail' | 'requestId'>> = {}): void =>
    show({ tone: 'danger', text, detail, requestId }),
  close: (id: string): void => toasts.set(toasts.get().filter((other) => other.id !== id)),
  closeAll: (): void => {
    for (const timer of coming) clearTimeout(timer);
    coming.clear();
    toasts.set([]);
  },
};

const NONE: readonly Toast[] = [];

/** Opens a place over those that are there. @returns what closes it. */
export function openPlace(place: symbol): () => void {
  places.set([...places.get(), place]);
  return () => places.set(places.get().filter((other) => other !== place));
}

/** Toasts to be shown at a place: all at the topmost, none elsewhere. */
export function useToasts(place: symbol): readonly Toast[] {
  const all = useStore(toasts);
  return useStore(places).at(-1) === place ? all : NONE;
}
