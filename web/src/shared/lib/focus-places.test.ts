import { afterEach, expect, test, vi } from 'vitest';
import { focusPlaces } from './focus-places';

afterEach(() => document.body.replaceChildren());

/** A page without its screen, after a control that is gone. */
function leave() {
  document.body.innerHTML = '<main></main><input>';
  focusPlaces(null).onward();
  expect(document.querySelector('main')).toHaveFocus();
}

const showScreen = () => {
  const screen = document.createElement('section');
  screen.innerHTML = '<h1>Выплаты</h1>';
  document.querySelector('main')?.append(screen);
};

test('the focus waits in the page for the heading of a screen that is yet to come', async () => {
  leave();
  document.querySelector('main')?.append('Загрузка');
  showScreen();
  await vi.waitFor(() => expect(document.querySelector('h1')).toHaveFocus());
});

test('and not where somebody has gone on meanwhile', async () => {
  leave();
  document.querySelector('input')?.focus();
  showScreen();
  await Promise.resolve();
  expect(document.querySelector('input')).toHaveFocus();
});
