import classes from './deeds.module.css';
import { useJournalTexts, valueText, worded } from './deed-text';

type Value = string | number | boolean | null | object;
type Facts = Readonly<Record<string, Value>>;

/** What a deed changed: each property with what it was and what it is. */
export function DeedChanges({ deed: { before, after } }: { deed: { before: Facts | null; after: Facts } }) {
  const t = useJournalTexts();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return (
    <ul className={classes.changes}>
      {names.map((name) => (
        <li key={name}>
          <span>{`${worded(t, 'facts', name)}: `}</span>
          {before !== null && name in before && <s>{valueText(t, name, before[name])}</s>}
          {name in after && <span>{valueText(t, name, after[name])}</span>}
        </li>
      ))}
    </ul>
  );
}
