import '@/shared/theme/fonts.css';
import '@/shared/theme/tokens.css';
import '@/shared/theme/mantine.css';
import '@/shared/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { startLanguage } from '@/shared/i18n/i18n';
import { startSession } from '@/session/session';
import { App } from './app';
import { returnToPlace } from './return-to-place';
import { routes } from './routes';
import { createStore } from './store';

const { store } = createStore();
// The session and the screen's code are asked for together.
void store.dispatch(startSession());
const router = createBrowserRouter(routes);
returnToPlace(router);

const show = () => {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App store={store} router={router} />
    </StrictMode>,
  );
};
// The first step waits for nothing: the page itself may still be on its way.
const parsed =
  document.readyState === 'loading' &&
  new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
// Nothing flashes in another language.
const language = startLanguage();
if (parsed || language) void Promise.all([parsed, language]).then(show);
else show();
