import classes from './withdrawals.module.css';

/** The whole address in groups of four, to be compared by eye; copied, it has no spaces. */
export function GroupedAddress({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/gsu) ?? [];
  return (
    <code className={classes.groups}>
      {groups.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}
