let leaving = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Long enough for a page to go; a person who chose to stay is soon served as before. */
const LEAVING_MS = 2000;

addEventListener('beforeunload', () => {
  leaving = true;
  clearTimeout(timer);
  timer = setTimeout(() => (leaving = false), LEAVING_MS);
});

/** Whether the page is being left or reloaded: the browser then cuts calls off, which says nothing about the session. */
export const isUnloading = (): boolean => leaving;
