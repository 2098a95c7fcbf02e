import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { useViewTexts } from '@/shared/i18n/views';
import { useTranslation } from 'react-i18next';
import { ChevronDownIcon } from '@/shared/ui/icons';
import classes from './views.module.css';

interface Named {
  id: string;
  header: string;
}

interface ColumnsDialogProps {
  all: readonly Named[];
  /** Keys of those that are shown, in their order. */
  shown: readonly string[];
  /** Takes the keys with commas between them; empty: as the list has them by itself. */
  onChoose: (columns: string) => void;
  onClose: () => void;
}

type Chosen = Named & { isOn: boolean };

/** Those that are shown stand first, in their order. */
const begin = (all: readonly Named[], shown: readonly string[]): Chosen[] => {
  const on = shown.flatMap((id) => all.filter((column) => column.id === id));
  return [
    ...on.map((column) => ({ ...column, isOn: true })),
    ...all.filter(({ id }) => !shown.includes(id)).map((column) => ({ ...column, isOn: false })),
  ];
};

/** Which columns a list shows, and in which order: by pointer and by keyboard. */
export default function ColumnsDialog({ all, shown, onChoose, onClose }: ColumnsDialogProps) {
  const { t: common } = useTranslation();
  const t = useViewTexts();
  const [columns, setColumns] = useState(() => begin(all, shown));
  const [said, setSaid] = useState('');
  const chosen = columns.filter(({ isOn }) => isOn).map(({ id }) => id);

  const move = (index: number, by: 1 | -1) => {
    const [column, other] = [columns[index], columns[index + by]];
    if (column === undefined || other === undefined) return;
    setColumns(columns.with(index, other).with(index + by, column));
    setSaid(t('views:choosing.moved', { name: column.header, place: index + by + 1, all: columns.length }));
  };
  const submit = () => {
    const keys = chosen.join();
    if (chosen.length === 0) return;
    onChoose(keys === all.map(({ id }) => id).join() ? '' : keys);
    onClose();
  };
  return (
    <Dialog title={t('views:choosing.title')} onClose={onClose}>
      <p className={classes.text}>{chosen.length === 0 ? t('views:choosing.one') : t('views:choosing.what')}</p>
      <ul className={classes.rows}>
        {columns.map(({ id, header, isOn }, index) => (
          <li key={id}>
            <CheckboxField
              label={header}
              value={isOn}
              onChange={(on) => setColumns(columns.map((each) => (each.id === id ? { ...each, isOn: on } : each)))}
            />
            <Move
              label={t('views:choosing.up', { name: header })}
              isUp
              isOff={index === 0}
              onMove={() => move(index, -1)}
            />
            <Move
              label={t('views:choosing.down', { name: header })}
              isOff={index === columns.length - 1}
              onMove={() => move(index, 1)}
            />
          </li>
        ))}
      </ul>
      <div className="visually-hidden" role="status">
        {said}
      </div>
      <DialogActions>
        <Button
          variant="subtle"
          onClick={() =>
            setColumns(
              begin(
                all,
                all.map(({ id }) => id),
              ),
            )
          }
        >
          {t('views:choosing.plain')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common('actions.cancel')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={submit}>
          {t('views:choosing.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface MoveProps {
  label: string;
  isUp?: boolean;
  isOff: boolean;
  onMove: () => void;
}

/** Stays where the keyboard is also at the end of the list: nothing is disabled under a finger. */
function Move({ label, isUp = false, isOff, onMove }: MoveProps) {
  return (
    <button
      type="button"
      className={`${classes.move} ${isUp ? classes.up : ''}`}
      aria-label={label}
      aria-disabled={isOff}
      onClick={({ currentTarget }) => {
        if (isOff) return;
        onMove();
        // A row that is moved in the document takes the focus out of itself.
        requestAnimationFrame(() => currentTarget.focus());
      }}
    >
      <ChevronDownIcon width={16} />
    </button>
  );
}
