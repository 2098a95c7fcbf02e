import type { ScreenHandle } from '@/app/preload-first-screen';
import { merchant, operator, trader } from './fixtures';
import { problem } from './server';

interface Screen extends ScreenHandle {
  Component: () => unknown;
}
const modules = import.meta.glob<Screen>('/src/features/*/*-{list,details}.tsx');

/** The files of all screens of a kind, below `features`. */
export const screenFiles = (kind: 'list' | 'details') =>
  Object.keys(modules)
    .filter((file) => file.endsWith(`-${kind}.tsx`))
    .map((file) => file.replace('/src/features/', ''));

export const loadScreen = (file: string) => modules[`/src/features/${file}`]?.();

/** The user of each role. */
export const userOf = { trader, merchant, operator };

/** A table's row by its address. */
export const byPath = <Each extends { path: string }>(each: Each) => [each.path, each] as const;

export const broken = () => problem(500, 'Ошибка');
