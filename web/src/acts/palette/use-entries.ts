import { useTranslation } from 'react-i18next';
import type { User } from '@/api/user';
import { sectionsOf } from '@/session/sections';
import { NAMESPACES } from '@/shared/i18n/palette';
import { type Entry, GROUPS, objectEntry } from './entry';
import { isMeant } from './matches';
import { recentObjects } from './recent';
import { SECTION_WORDS } from './section-words';
import { useActions } from './use-actions';
import { useFound } from './use-found';

interface Entries {
  /** Those that a typed text means, group by group. */
  entries: readonly Entry[];
  isAsking: boolean;
  isFailed: boolean;
}

/** All that the palette offers a person for what they have typed. */
export function useEntries(user: User, typed: string): Entries {
  const { t } = useTranslation(NAMESPACES);
  const actions = useActions(user);
  const { found, isAsking, isFailed } = useFound(typed);
  const sections = sectionsOf(user).map(({ name, path }) => ({
    id: `section-${name}`,
    group: 'sections' as const,
    label: t(`sections.${name}`),
    words: SECTION_WORDS[name] ?? '',
    path,
  }));
  const recent =
    typed.trim() === '' ? recentObjects().flatMap((each) => objectEntry(t, user.role, each, 'recent')) : [];
  const meant: Entry[] = [
    ...recent,
    ...found.flatMap((each) => objectEntry(t, user.role, each, 'objects')),
    ...actions.filter(({ label, words = '' }) => isMeant(typed, `${label} ${words}`)),
    ...sections.filter(({ label, words }) => isMeant(typed, `${label} ${words}`)),
  ];
  return { entries: meant.toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group)), isAsking, isFailed };
}
