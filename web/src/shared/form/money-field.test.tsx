import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { MoneyField } from './money-field';
import type { MoneyKind } from './money-input';

const NBSP = '\u00A0';

function Amount({ kind, start }: { kind: MoneyKind; start: string }) {
  const [value, setValue] = useState(start);
  return <MoneyField label="Сумма" kind={kind} value={value} onChange={setValue} />;
}

const open = (start = '', kind: MoneyKind = 'wholeRub') => {
  const user = userEvent.setup();
  render(<Amount kind={kind} start={start} />, { wrapper: MantineProvider });
  return user;
};
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Сумма' });

describe('the field of a sum', () => {
  test('groups thousands while they are typed', async () => {
    const user = open();
    await user.type(input(), '1234567');
    expect(input()).toHaveValue(`1${NBSP}234${NBSP}567`);
    expect(input()).not.toBeInvalid();
  });

  test.each([
    ['1500,50', `1${NBSP}500,50`],
    ['10.5', '10.5'],
    ['-5', '-5'],
    ['1e3', '1e3'],
    ['12x', '12x'],
  ])('keeps %s as it is typed, and says why it is no sum', async (typed, shown) => {
    const user = open();
    await user.type(input(), typed);
    expect(input()).toHaveValue(shown);
    expect(input()).toBeInvalid();
    expect(input()).toHaveAccessibleDescription('Только целые рубли');
    expect(screen.getByRole('alert')).toHaveTextContent('Только целые рубли');
    await user.tab();
    expect(input()).toHaveValue(shown);
    expect(input()).toBeInvalid();
  });

  test('keeps what is pasted, and says why it is no sum', async () => {
    const user = open();
    await user.click(input());
    await user.paste('1 500,50');
    expect(input()).toHaveValue('1 500,50');
    expect(input()).toHaveAccessibleDescription('Только целые рубли');
    await user.clear(input());
    await user.paste('1 500,00');
    expect(input()).not.toBeInvalid();
    await user.tab();
    expect(input()).toHaveValue(`1${NBSP}500`);
  });

  test('drops parts that are nothing only once it is left: a further digit makes no other sum', async () => {
    const user = open();
    await user.type(input(), '1500,00');
    expect(input()).toHaveValue(`1${NBSP}500,00`);
    expect(input()).not.toBeInvalid();
    await user.type(input(), '0');
    expect(input()).toHaveAccessibleDescription('Только целые рубли');
    await user.type(input(), '{Backspace}');
    await user.tab();
    expect(input()).toHaveValue(`1${NBSP}500`);
  });

  test.each<[MoneyKind, string, string]>([
    ['wholeRub', '007', 'Не начинайте с нуля'],
    ['wholeRub', '10000000000001', `Не больше 10${NBSP}000${NBSP}000${NBSP}000${NBSP}000`],
    ['wholeUsdt', '10,5', 'Только целые USDT'],
    ['usdt', '10,1234567', 'До 6 знаков после запятой'],
    ['usdt', '-1', 'Только цифры и запятая, до 6 знаков после запятой'],
    ['count', '1,5', 'Только целое число'],
  ])('of %s answers %s with: %s', async (kind, typed, sentence) => {
    const user = open('', kind);
    await user.type(input(), typed);
    expect(input()).toHaveAccessibleDescription(sentence);
  });

  test('keeps the caret at its sign', async () => {
    const user = open('1234567');
    await user.type(input(), '9', { initialSelectionStart: 3, initialSelectionEnd: 3 });
    expect(input()).toHaveValue(`12${NBSP}934${NBSP}567`);
    expect(input().selectionStart).toBe(4);
  });

  test('keeps the caret also where the sum becomes none, and one again', async () => {
    const user = open('1234567');
    await user.type(input(), 'x', { initialSelectionStart: 3, initialSelectionEnd: 3 });
    expect(input()).toHaveValue(`1${NBSP}2x34${NBSP}567`);
    expect(input().selectionStart).toBe(4);
    await user.keyboard('{Backspace}');
    expect(input()).toHaveValue(`1${NBSP}234${NBSP}567`);
    expect(input().selectionStart).toBe(3);
  });

  test('Backspace behind a separator takes the digit before it', async () => {
    const user = open('1234567');
    await user.type(input(), '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(input()).toHaveValue(`234${NBSP}567`);
    expect(input().selectionStart).toBe(0);
  });
});
