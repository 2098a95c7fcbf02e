import { lazy, Suspense, useEffect, useState } from 'react';
import { followKeys } from './keys';
import { PaletteButton } from './palette/palette-button';
import { forgetLeftObjects } from './palette/recent';
import { useWaiting } from './soon';
import { UndoBar } from './undo-bar';

const KeySheet = lazy(() => import('./key-sheet'));
const Palette = lazy(() => import('./palette/palette'));

/** What comes after the screen, without which everything is done as before: keys, their sheet, the palette, and the bar that undoes. */
export default function AfterScreen() {
  const [asked, ask] = useState<'sheet' | 'palette'>();
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
        {asked === 'sheet' && <KeySheet onClose={close} />}
        {asked === 'palette' && <Palette onClose={close} />}
      </Suspense>
    </>
  );
}
