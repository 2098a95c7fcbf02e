import { ListAndObject } from '@/shared/list/beside';
import { isForEverySide, sectionsOf, type SectionName } from './sections';
import { useUser } from './use-user';

/**
 * Shows a section's screens to those who have it in their sidebar; others see an empty page. The server decides for itself.
 * A section of both roles starts before the profile has come: its data need not wait.
 */
export function RequireSection({ name }: { name: SectionName }) {
  const user = useUser();
  const allowed = user ? sectionsOf(user).some((section) => section.name === name) : isForEverySide(name);
  return allowed ? <ListAndObject /> : null;
}
