import classes from './deeds.module.css';
import { type JournalTexts, useJournalTexts, worded } from './deed-text';

type Value = string | number | boolean | null | object;
type Facts = Readonly<Record<string, Value>>;

function shown(t: JournalTexts, value: Value | undefined): string {
  if (value === null || value === undefined || value === '') return t('journal:none');
  if (typeof value === 'boolean') return t(value ? 'journal:yes' : 'journal:no');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a deed changed: each property with what it was and what it is. */
export function DeedChanges({ deed: { before, after } }: { deed: { before: Facts | null; after: Facts } }) {
  const t = useJournalTexts();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return (
    <ul className={classes.changes}>
      {names.map((name) => (
        <li key={name}>
          <span>{`${worded(t, 'facts', name)}: `}</span>
          {before !== null && name in before && <s>{shown(t, before[name])}</s>}
          {name in after && <span>{shown(t, after[name])}</span>}
        </li>
      ))}
    </ul>
  );
}
