import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { i18n } from '../i18n/i18n';
import DateRangeField from './date-range-field';
import type { Days } from './date-range';
import { usualSpans } from './spans';

function setUp(days: Days & { unchosen?: string } = { from: '2026-11-03', to: '2026-11-09' }) {
  const onChange = vi.fn<(days: Days) => void>();
  render(
    <MantineProvider>
      <DateRangeField {...days} max="2026-11-25" onChange={onChange} />
    </MantineProvider>,
  );
  return { user: userEvent.setup(), onChange, field: screen.getByRole('button', { name: /^(?:Даты|Dates): / }) };
}

test.each([
  [{ from: '', to: '' }, 'Любые'],
  [{ from: '2026-11-03', to: '2026-11-09' }, '03.11.2026 – 09.11.2026'],
  [{ from: '2026-11-03', to: '2026-11-03' }, '03.11.2026'],
  [{ from: '2026-11-03', to: '' }, 'с 03.11.2026'],
  [{ from: '', to: '2026-11-09' }, 'по 09.11.2026'],
  [{ from: 'позавчера', to: '' }, 'Любые'],
  [{ from: '', to: '', unchosen: 'Выбрать' }, 'Выбрать'],
  [{ from: '2026-11-03', to: '', unchosen: 'Выбрать' }, 'с 03.11.2026'],
])('the days of %o are said: %s', (days, text) => {
  expect(setUp(days).field).toHaveTextContent(text);
});

test('two days are chosen by the keyboard alone', async () => {
  const { user, onChange, field } = setUp();
  field.focus();
  await user.keyboard('{Enter}');
  const day = await screen.findByRole('button', { name: '10 ноября 2026' });
  day.focus();
  await user.keyboard('{Enter}{ArrowRight}{ArrowDown}{Enter}');
  expect(onChange.mock.calls).toEqual([[{ from: '2026-11-10', to: '2026-11-18' }]]);
});

test('a calendar that is closed after the first day means all from it on', async () => {
  const { user, onChange, field } = setUp();
  await user.click(field);
  await user.click(await screen.findByRole('button', { name: '10 ноября 2026' }));
  expect(onChange).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onChange.mock.calls).toEqual([[{ from: '2026-11-10', to: '' }]]));
});

test('a day beyond the last one cannot be chosen, and the choice can be taken back', async () => {
  const { user, onChange, field } = setUp();
  await user.click(field);
  expect(await screen.findByRole('button', { name: '26 ноября 2026' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Убрать даты' }));
  expect(onChange.mock.calls).toEqual([[{ from: '', to: '' }]]);
});

test('the calendar speaks the language of the product', async () => {
  i18n.addResourceBundle('en', 'translation', {});
  await i18n.changeLanguage('en');
  const { user, field } = setUp();
  await user.click(field);
  expect(await screen.findByRole('button', { name: '10 November 2026' })).toBeVisible();
  await i18n.changeLanguage('ru');
  i18n.removeResourceBundle('en', 'translation');
});

test('the usual spans end today, days both whole', () => {
  expect(usualSpans('2026-03-01', '2026-03-01').map(({ name, from, to }) => [name, from, to])).toEqual([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['week', '2026-02-23', '2026-03-01'],
    ['days30', '2026-01-31', '2026-03-01'],
    ['month', '2026-03-01', '2026-03-01'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
  ]);
});

test('the usual spans end with the last day that can be chosen', () => {
  expect(usualSpans('2026-03-01', '2026-02-28').map(({ name, from, to }) => [name, from, to])).toEqual([
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['week', '2026-02-22', '2026-02-28'],
    ['days30', '2026-01-30', '2026-02-28'],
    ['month', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-01', '2026-01-31'],
  ]);
});
