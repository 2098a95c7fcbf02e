import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon, SearchIcon } from '../ui/icons';
import classes from './search-field.module.css';

const DEBOUNCE_MS = 300;

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called 300 ms after the last keystroke; at once on Enter and when cleared. */
  onChange: (value: string) => void;
}

/**
 * A search box over a value that lives elsewhere, in the address. When that value changes by itself (Back, a reset),
 * the draft follows; when it is only the echo of what was sent, letters typed since then stay.
 * The browser's own field: that of forms, which looks the same, would come with every first visit.
 */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    setSent(value);
    if (value !== sent) setDraft(value);
  }

  // The address may have changed since the keystroke; only the latest props know its present state.
  const latest = useRef({ value, onChange });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { value, onChange };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const lastSent = useRef(value);
  useEffect(() => {
    if (value !== lastSent.current) clearTimeout(timer.current);
    lastSent.current = value;
  }, [value]);

  const send = (text: string) => {
    clearTimeout(timer.current);
    if (text === latest.current.value) return;
    setSent(text);
    lastSent.current = text;
    latest.current.onChange(text);
  };
  const change = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(send, DEBOUNCE_MS, text.trim());
  };
  const clear = () => {
    setDraft('');
    send('');
  };

  return (
    <div className={classes.field}>
      <SearchIcon />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={MAX_LENGTH.search}
        autoComplete="off"
        enterKeyHint="search"
        value={draft}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(draft.trim());
        }}
      />
      {draft !== '' && (
        <UnstyledButton className={classes.clear ?? ''} aria-label={t('list.clearSearch')} onClick={clear}>
          <CloseIcon />
        </UnstyledButton>
      )}
    </div>
  );
}
