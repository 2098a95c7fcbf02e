import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useNavigate } from 'react-router';
import type { User } from '@/api/user';
import { useUser } from '@/session/use-user';
import { useFocusReturn } from '@/shared/dialog/dialog';
import { NAMESPACES } from '@/shared/i18n/palette';
import { CloseIcon, SearchIcon } from '@/shared/ui/icons';
import type { Entry } from './entry';
import { PaletteList } from './palette-list';
import classes from './palette.module.css';
import { rememberObject } from './recent';
import { useEntries } from './use-entries';

const HOME = '/';

/** Sections, actions and objects, by a few letters or a key that is known: a text field that leads a list. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(NAMESPACES);
  const user = useUser();
  useFocusReturn();
  return (
    <Modal.Root
      opened
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      onClose={onClose}
    >
      <Modal.Overlay className={classes.overlay ?? ''} />
      <Modal.Content aria-label={t('palette:title')}>
        <div className={classes.body}>{user && <Search user={user} onClose={onClose} />}</div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Enter opens here, with Ctrl or ⌘ in a new tab. */
const wantsTab = ({ ctrlKey, metaKey }: KeyboardEvent | MouseEvent): boolean => ctrlKey || metaKey;

function Search({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation(NAMESPACES);
  const navigate = useNavigate();
  const base = useHref(HOME).replace(/\/$/, '');
  const list = useId();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState<string>();
  // Enter that came before the answer: what stands first may be another thing by then.
  const held = useRef<'here' | 'tab'>(undefined);
  const { entries, isAsking, isFailed } = useEntries(user, typed);
  const chosen = entries.find(({ id }) => id === wanted) ?? entries[0];
  const optionOf = ({ id }: Entry) => `${list}-${id}`;

  useEffect(() => {
    if (chosen) document.getElementById(`${list}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, list]);

  function open({ path, run, object }: Entry, inTab: boolean): void {
    if (object) rememberObject(object);
    if (path !== undefined && inTab) {
      window.open(base + path, '_blank', 'noopener');
      return;
    }
    onClose();
    if (path === undefined) run?.();
    else void navigate(path);
  }

  const release = useEffectEvent(() => {
    const where = held.current;
    held.current = undefined;
    if (where !== undefined && chosen) open(chosen, where === 'tab');
  });
  useEffect(() => {
    if (!isAsking) release();
  }, [isAsking]);

  function step(by: number): void {
    const at = entries.findIndex((entry) => entry === chosen);
    setWanted(entries[(at + by + entries.length) % entries.length]?.id);
  }

  function press(event: KeyboardEvent): void {
    // Enter that ends a word of another alphabet chooses nothing.
    if (event.nativeEvent.isComposing) return;
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => {
        if (isAsking && wanted === undefined) held.current = wantsTab(event) ? 'tab' : 'here';
        else if (chosen) open(chosen, wantsTab(event));
      },
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  const isEmpty = entries.length === 0 && !isAsking;
  return (
    <>
      <div className={classes.field}>
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          data-autofocus
          aria-label={t('palette:title')}
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(chosen && { 'aria-activedescendant': optionOf(chosen) })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={MAX_LENGTH.externalId}
          placeholder={t('palette:placeholder')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setWanted(undefined);
            held.current = undefined;
          }}
          onKeyDown={press}
        />
        <button type="button" className={classes.close} aria-label={t('actions.close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <PaletteList
        id={list}
        entries={entries}
        chosen={chosen}
        optionOf={optionOf}
        hrefOf={(path) => base + path}
        onPoint={({ id }) => setWanted(id)}
        onOpen={open}
      />
      <div role="status" className={isEmpty || isAsking || isFailed ? classes.note : 'visually-hidden'}>
        {isAsking && t('palette:asking')}
        {isFailed && <p>{t('palette:failed')}</p>}
        {isEmpty && !isFailed && (
          <>
            <p>{t('palette:nothing')}</p>
            <p className={classes.hint}>{t(`palette:canBe.${user.role}`)}</p>
          </>
        )}
        {!isAsking && entries.length > 0 && t('palette:count', { n: entries.length })}
      </div>
    </>
  );
}
