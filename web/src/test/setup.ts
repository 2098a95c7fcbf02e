import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import React from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { forgetActs } from '@/acts/soon';
import { storedSession } from '@/api/stored-session';
import enOutcomes from '@/shared/i18n/en-outcomes.json';
import en from '@/shared/i18n/en.json';
import { i18n } from '@/shared/i18n/i18n';
import screens from '@/shared/i18n/screens.ru.json';
import { toast } from '@/shared/ui/toast';
import { server } from './server';
import { setWidth } from './width';

configure({
  // It guards against waiting for ever: a loaded machine may need long to bring a screen's code.
  asyncUtilTimeout: 20_000,
  // An error shows the page as it is. Those of a wait's looks, which are thrown away until the last, do without: a tenth of a test's time.
  getElementError: (message, container) => {
    const isLookOfWait = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    const error = new Error([message, ...(isLookOfWait ? [] : [prettyDOM(container)])].join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

// React notes where each element was created, for its own development tools: a fifth of the time of a test. It does so up to
// a number within a second, and takes that for reached.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (internals instanceof Object) {
  const reached = { get: () => Infinity, set: () => undefined, configurable: true };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', reached);
}

// jsdom has no dialogs, no scrolling and no layout.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
globalThis.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

i18n.addResourceBundle('ru', 'translation', screens, true);
i18n.addResourceBundle('en', 'translation', en);
i18n.addResourceBundle('en', 'outcomes', enOutcomes);

/** Answers come this late at most, at random: what does not wait for them fails. It finds such tests; those that steer the time themselves fail, too. */
const LATENCY_MS = Number(process.env['TEST_LATENCY_MS'] ?? 0);
const { setTimeout: later } = globalThis;
const late = () => new Promise<void>((resolve) => later(resolve, LATENCY_MS * Math.random() ** 2));

// jsdom shows popovers always, and hides none.
HTMLElement.prototype.hidePopover ??= () => undefined;

beforeAll((): void => {
  server.enable();
  if (LATENCY_MS === 0) return;
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    await late();
    return answer;
  };
});
beforeEach(async () => {
  setWidth(1440);
  localStorage.clear();
  storedSession.join(null);
  await i18n.changeLanguage('ru');
});
afterEach(() => {
  cleanup();
  toast.closeAll();
  forgetActs();
  server.resetHandlers();
});
// Files share a process and its window: the next one begins as a page that has just been opened. Its modules are read
// before its first test, and so before anything is restored for that.
afterAll(() => {
  server.disable();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  delete window.kantorPreloads;
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  vi.resetModules();
});
