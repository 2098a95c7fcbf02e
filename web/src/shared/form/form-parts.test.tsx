import { MantineProvider } from '@mantine/core';
import { render as renderBare, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { prettyJson } from '../raw/pretty-json';
import { Dialog } from '../dialog/dialog';
import { MultiSelectField } from '../combobox/multi-select-field';
import { TimeField } from './time-field';

const render = (part: ReactElement) => renderBare(part, { wrapper: MantineProvider });

describe('a dialog', () => {
  const dialog = (isBusy: boolean, onClose: () => void) => (
    <Dialog title="Вопрос" isBusy={isBusy} onClose={onClose}>
      <p>Точно?</p>
    </Dialog>
  );

  test('is closed by Escape, but not while it is busy', async () => {
    const user = userEvent.setup();
    const onClose = vi.fn<() => void>();
    const { rerender } = render(dialog(true, onClose));
    expect(screen.getByRole('dialog', { name: 'Вопрос' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    rerender(dialog(false, onClose));
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

function Choice() {
  const [value, setValue] = useState<string[]>([]);
  return (
    <>
      <MultiSelectField
        label="Реквизиты"
        value={value}
        options={[
          { value: 'a', label: 'Альфа' },
          { value: 'b', label: 'Бета' },
          { value: 'c', label: 'Гамма' },
        ]}
        placeholder="Не выбраны"
        emptyText="Пусто"
        onChange={setValue}
      />
      <button type="button">{'Дальше'}</button>
    </>
  );
}

describe('the choice of several', () => {
  const field = () => screen.getByRole('combobox', { name: 'Реквизиты' });

  test('works by keyboard alone, and closes when the focus leaves', async () => {
    const user = userEvent.setup();
    render(<Choice />);
    expect(field()).toHaveAttribute('placeholder', 'Не выбраны');
    await user.tab();
    await user.keyboard(' {ArrowDown}{Enter}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Альфа', selected: true })).toBeVisible());
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Бета', selected: true })).toBeVisible());
    expect(screen.getByRole('option', { name: 'Альфа', selected: true })).toBeVisible();
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Бета', selected: false })).toBeVisible());
    await user.tab();
    expect(screen.getByRole('button', { name: 'Дальше' })).toHaveFocus();
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('goes on from the option just toggled', async () => {
    const user = userEvent.setup();
    render(<Choice />);
    await user.tab();
    await user.keyboard(' {ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Бета', selected: true })).toBeVisible());
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Гамма', selected: true })).toBeVisible());
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Бета', selected: false })).toBeVisible());
    expect(screen.getByRole('option', { name: 'Альфа', selected: false })).toBeVisible();
  });
});

describe('JSON in lines', () => {
  test('keeps every value as it was written', () => {
    expect(prettyJson('{"a":[1.10,{"b":"x, {y}: \\"z\\""}],"c":{},"d":null}')).toBe(
      [
        '{',
        '  "a": [',
        '    1.10,',
        '    {',
        '      "b": "x, {y}: \\"z\\""',
        '    }',
        '  ],',
        '  "c": {},',
        '  "d": null',
        '}',
      ].join('\n'),
    );
  });

  test('leaves what is not JSON alone', () => {
    expect(prettyJson('a=1&b=2')).toBe('a=1&b=2');
    expect(prettyJson('{"a":')).toBe('{"a":');
  });
});

function Start({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <TimeField label="Время" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe('the field of a time of day', () => {
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Время' });
  const value = () => screen.getByRole('status').textContent;

  test.each([
    ['0930', '09:30'],
    ['930', '09:30'],
    ['9:30', '09:30'],
    ['09:30', '09:30'],
    ['21.05', '21:05'],
    ['1:5', '01:5'],
    ['2359999', '23:59'],
    ['9', '09:00'],
    ['ab', ''],
  ])('takes %s for %s', async (typed, time) => {
    const user = userEvent.setup();
    render(<Start />);
    await user.type(input(), typed);
    await user.tab();
    expect(value()).toBe(time);
  });

  test('says what is wrong once it is left, not while it is typed', async () => {
    const user = userEvent.setup();
    render(<Start />);
    await user.type(input(), '25:00');
    expect(screen.queryByText('Укажите время в виде ЧЧ:ММ')).toBeNull();
    await user.tab();
    expect(input()).toHaveAccessibleDescription('Укажите время в виде ЧЧ:ММ');
    await user.clear(input());
    await user.tab();
    expect(screen.queryByText('Укажите время в виде ЧЧ:ММ')).toBeNull();
    expect(value()).toBe('');
  });

  test('is corrected like any text', async () => {
    const user = userEvent.setup();
    render(<Start start="09:30" />);
    await user.type(input(), '{Backspace}{Backspace}{Backspace}');
    expect(input()).toHaveValue('09');
    await user.type(input(), '45');
    expect(input()).toHaveValue('09:45');
    await user.type(input(), '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    await user.type(input(), '8', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(input()).toHaveValue('08:45');
  });
});
