import { useMediaQuery } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from '@/shared/lib/create-store';
import { switchTestMode, testMode } from '@/shared/lib/test-mode';
import { SwitchField } from '@/shared/switch/switch';
import { useTexts } from './texts';
import classes from './test-mode.module.css';

const SPRING = 'header [data-spring]';
const MENU = 'header [popover]';

const nothing = () => () => undefined;

/** The merchant's switch of the test mode: in the header, or in the menu of the person where the header has no room. */
export default function TestSwitch() {
  const t = useTexts();
  const isOn = useStore(testMode);
  const isNarrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });
  const place = useSyncExternalStore(nothing, () => document.querySelector<HTMLElement>(isNarrow ? MENU : SPRING));
  if (place === null) return null;
  return createPortal(
    <div className={isNarrow ? classes.inMenu : classes.inHeader}>
      <SwitchField value={isOn} onChange={switchTestMode} label={t('testMode:switch')} />
    </div>,
    place,
  );
}
