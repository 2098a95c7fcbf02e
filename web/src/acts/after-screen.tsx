import { lazy, Suspense, useEffect, useState } from 'react';
import { useRole } from '@/session/use-user';
import { lazyLater } from '@/shared/lib/lazy-later';
import { viewsSlot } from '@/shared/list/views-slot';
import { followKeys } from './keys';
import { PaletteButton } from './palette/palette-button';
import { forgetLeftObjects } from './palette/recent';
import { useWaiting } from './soon';
import { UndoBar } from './undo-bar';

viewsSlot.set(lazyLater(() => import('./views/view-menu')));

const KeySheet = lazy(() => import('./key-sheet'));
/** The switch of the test mode is a merchant's. */
const TestSwitch = lazy(() => import('./test-mode/switch'));
const Palette = lazy(() => import('./palette/palette'));

/** What comes after the screen, without which everything is done as before: keys, their sheet, the palette, and the bar that undoes. */
export default function AfterScreen() {
  const [asked, ask] = useState<'sheet' | 'palette'>();
  const isMerchant = useRole() === 'merchant';
  const isWaiting = useWaiting().length > 0;
  useEffect(() => followKeys({ showSheet: () => ask('sheet'), showPalette: () => ask('palette') }), []);
  // The shell goes with the session.
  useEffect(() => {
    forgetLeftObjects();
    return forgetLeftObjects;
  }, []);
  const close = () => ask(undefined);
  return (
    <>
      {/* A screen reader speaks what appears in a region that it already knows. */}
      <div aria-live="polite">{isWaiting && <UndoBar />}</div>
      <PaletteButton onOpen={() => ask('palette')} />
      <Suspense>
        {isMerchant && <TestSwitch />}
        {asked === 'sheet' && <KeySheet onClose={close} />}
        {asked === 'palette' && <Palette onClose={close} />}
      </Suspense>
    </>
  );
}
