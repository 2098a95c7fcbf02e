import { SCHEME_KEY } from '@/shared/theme/scheme-key';
import { storage } from '@/shared/lib/storage';

/** Chooses light or dark before the first paint, so that a dark screen never flashes light. */
export function showScheme(): void {
  const chosen = storage.get(SCHEME_KEY);
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  // The styles may come later than the first paint.
  document.documentElement.style.backgroundColor = isDark ? '#0E1116' : '#F7F8FA';
}
