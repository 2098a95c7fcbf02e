import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SearchField } from './search-field';

const sent = vi.fn<(value: string) => void>();

/** The address follows what was sent only when the test lets it. */
let isSlow = false;

function Host() {
  const [value, setValue] = useState('');
  const [late, setLate] = useState<string>();
  return (
    <>
      <button type="button" onClick={() => setValue('другое')}>
        Back
      </button>
      <button type="button" onClick={() => setValue(late ?? '')}>
        Arrive
      </button>
      <SearchField
        label="Поиск"
        value={value}
        onChange={(next) => {
          sent(next);
          if (isSlow) setLate(next);
          else setValue(next);
        }}
      />
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Поиск' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => {
  vi.useFakeTimers();
  isSlow = false;
  sent.mockClear();
  render(
    <MantineProvider>
      <Host />
    </MantineProvider>,
  );
});
afterEach(() => vi.useRealTimers());

describe('the search box', () => {
  test('sends once, 300 ms after the last letter', () => {
    type('6');
    wait(299);
    type('66');
    wait(299);
    expect(sent).not.toHaveBeenCalled();
    wait(1);
    expect(sent.mock.calls).toEqual([['66']]);
  });

  test('sends without surrounding spaces, and not at all when nothing has changed', () => {
    type('  66 ');
    wait(300);
    type('66');
    wait(300);
    expect(sent.mock.calls).toEqual([['66']]);
  });

  test('sends at once on Enter', () => {
    type('66');
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(sent.mock.calls).toEqual([['66']]);
    wait(300);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test('clears at once', () => {
    type('66');
    wait(300);
    fireEvent.click(screen.getByRole('button', { name: 'Очистить поиск' }));
    expect(sent).toHaveBeenLastCalledWith('');
    expect(box().value).toBe('');
  });

  test('letters typed while the address follows stay, and are sent in their turn', () => {
    isSlow = true;
    type('66');
    wait(300);
    type('66E');
    fireEvent.click(screen.getByText('Arrive'));
    expect(box().value).toBe('66E');
    wait(300);
    expect(sent.mock.calls).toEqual([['66'], ['66E']]);
  });

  test('follows a value that changes by itself', () => {
    type('66');
    wait(300);
    fireEvent.click(screen.getByText('Back'));
    expect(box().value).toBe('другое');
  });

  test('does not send what was being typed when the value changed by itself', () => {
    type('66');
    wait(300);
    type('667');
    wait(100);
    fireEvent.click(screen.getByText('Back'));
    wait(300);
    expect(sent.mock.calls).toEqual([['66']]);
    expect(box().value).toBe('другое');
  });
});
