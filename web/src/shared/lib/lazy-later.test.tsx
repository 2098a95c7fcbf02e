import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyLater } from './lazy-later';

test('a part is loaded once the first screen has what it waited for; one that cannot be had is left out', async () => {
  document.body.innerHTML = '<main><table aria-busy="true"></table></main><div id="root"></div>';
  const load = vi.fn(() => Promise.resolve({ default: () => <p>later</p> }));
  const Later = lazyLater(load);
  const Lost = lazyLater(() => Promise.reject<{ default: () => null }>(new Error('gone')));
  const parts = (
    <Suspense>
      <Later />
      <Lost />
    </Suspense>
  );
  render(parts, { container: document.querySelector<HTMLElement>('#root') ?? document.body });
  await act(() => new Promise(requestAnimationFrame));
  expect(load).not.toHaveBeenCalled();
  document.querySelector('table')?.setAttribute('aria-busy', 'false');
  expect(await screen.findByText('later')).toBeVisible();
});
