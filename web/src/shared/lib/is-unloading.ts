let unloading = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Long enough for a page to go; a person who chose to stay is soon served as before. */
const UNLOAD_MS = 2000;

addEventListener('beforeunload', () => {
  unloading = true;
  clearTimeout(timer);
  timer = setTimeout(() => (unloading = false), UNLOAD_MS);
});

/** Whether the page is being left or reloaded: the browser then cuts calls off, which says nothing about the session. */
export const isUnloading = (): boolean => unloading;
