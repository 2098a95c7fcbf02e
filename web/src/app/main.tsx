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
import { routes } from './routes';
import { createStore } from './store';

const { store } = createStore();
// The session and the screen's code are asked for together.
void store.dispatch(startSession());
const router = createBrowserRouter(routes);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const show = () =>
  createRoot(root).render(
    <StrictMode>
      <App store={store} router={router} />
    </StrictMode>,
  );
// Nothing flashes in another language.
const language = startLanguage();
if (language) void language.then(show);
else show();
