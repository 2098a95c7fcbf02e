import classes from './sample-table.module.css';

interface SampleTableProps {
  /** The table's name for a screen reader. */
  label: string;
  heads: readonly string[];
  /** The head of a column, also where the file has none for it. */
  headOf: (place: number) => string;
  samples: readonly (readonly string[])[];
}

/** How a file begins. A table that is wider than its card is scrolled, by the keyboard too. */
export function SampleTable({ label, heads, headOf, samples }: SampleTableProps) {
  return (
    <div className={classes.scroll} role="region" tabIndex={0} aria-label={label}>
      <table className={classes.sample}>
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th key={place} scope="col" title={head}>
                {headOf(place)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, place) => (
                <td key={place} title={cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
