import '@/shared/theme/fonts.css';
import '@/shared/theme/tokens.css';
import '@/shared/theme/mantine.css';
import '@/shared/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from './app';
import { preloadFirstScreen } from './preload-first-screen';
import { returnToPlace } from './return-to-place';
import { patchRoutesOnNavigation, routes } from './routes';
import { createAppStore } from './store';

const { store } = createAppStore();
const router = createBrowserRouter(routes, { patchRoutesOnNavigation });
returnToPlace(router);
// Somebody has opened a push: this tab, which is there already, shows what it is about.
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ open?: string }>) => {
  if (data.open?.startsWith('/')) void router.navigate(data.open);
});

void preloadFirstScreen(store, router).then(() => {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App store={store} router={router} />
    </StrictMode>,
  );
});
