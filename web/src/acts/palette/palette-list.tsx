import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '@/shared/i18n/palette';
import { type Entry, GROUPS } from './entry';
import classes from './palette.module.css';

interface PaletteListProps {
  id: string;
  entries: readonly Entry[];
  chosen: Entry | undefined;
  optionOf: (entry: Entry) => string;
  hrefOf: (path: string) => string;
  onPoint: (entry: Entry) => void;
  onOpen: (entry: Entry, inTab: boolean) => void;
}

/** The lines under the field, group by group. The focus stays in the field, which names the chosen line. */
export function PaletteList({ id, entries, ...rest }: PaletteListProps) {
  const { t } = useTranslation(NAMESPACES);
  return (
    <div id={id} role="listbox" aria-label={t('palette:results')} className={classes.list}>
      {GROUPS.map((group) => {
        const lines = entries.filter((entry) => entry.group === group);
        return lines.length === 0 ? null : (
          <div key={group} role="group" aria-label={t(`palette:groups.${group}`)}>
            <p className={classes.group} aria-hidden="true">
              {t(`palette:groups.${group}`)}
            </p>
            {lines.map((entry) => (
              <Line key={entry.id} entry={entry} {...rest} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Line({
  entry,
  chosen,
  optionOf,
  hrefOf,
  onPoint,
  onOpen,
}: Omit<PaletteListProps, 'id' | 'entries'> & { entry: Entry }) {
  const { kind, label, detail, path } = entry;
  const option = {
    id: optionOf(entry),
    role: 'option',
    tabIndex: -1,
    className: classes.line,
    'aria-selected': entry === chosen,
    // The field keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onMouseMove: () => {
      if (entry !== chosen) onPoint(entry);
    },
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      onOpen(entry, event.ctrlKey || event.metaKey);
    },
  };
  const words = (
    <>
      {kind && <span className={classes.kind}>{kind}</span>} <span className={classes.label}>{label}</span>{' '}
      {detail && <span className={classes.detail}>{detail}</span>}
    </>
  );
  return path === undefined ? (
    <button type="button" {...option}>
      {words}
    </button>
  ) : (
    <a href={hrefOf(path)} {...option}>
      {words}
    </a>
  );
}
