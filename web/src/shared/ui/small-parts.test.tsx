import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CopyButton } from './copy-button';
import { Dialog } from '../dialog/dialog';
import { pageItems } from '../list/page-items';
import { lendNavigator } from '@/test/navigator';
import { toast } from './toast';
import { Toaster } from './toaster';

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

afterEach(() => vi.useRealTimers());

describe('the copy button', () => {
  test("says 'Скопировано!' for two seconds, also to a screen reader", async () => {
    vi.useFakeTimers();
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    lendNavigator('clipboard', { writeText });
    const { container } = render(<CopyButton value="abc" subject="ID" />, { wrapper: MantineProvider });
    const spoken = () => container.querySelector('[aria-live]')?.textContent;
    const button = screen.getByRole('button', { name: 'Копировать ID' });
    expect(screen.getByText('Копировать')).toBeInTheDocument();

    await act(async () => void fireEvent.click(button));
    expect(spoken()).toBe('Скопировано!');
    expect(writeText).toHaveBeenCalledWith('abc');
    pass(1900);
    expect(spoken()).toBe('Скопировано!');
    pass(200);
    expect(spoken()).toBe('');
    expect(screen.getByText('Копировать')).toBeInTheDocument();
  });

  test('says nothing when nothing could be copied', async () => {
    const writeText = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('denied'));
    lendNavigator('clipboard', { writeText });
    document.execCommand = () => false;
    render(<CopyButton value="abc" />, { wrapper: MantineProvider });
    await act(async () => void fireEvent.click(screen.getByRole('button')));
    expect(writeText).toHaveBeenCalled();
    expect(screen.queryByText('Скопировано!')).toBeNull();
  });
});

test('what is copied without a clipboard object is selected inside the dialog that is open', async () => {
  lendNavigator('clipboard', {});
  const selected: [place: Element | null, text: string | undefined][] = [];
  document.execCommand = () => {
    const field = document.querySelector('textarea');
    selected.push([field?.closest('[role=dialog]') ?? null, field?.value]);
    return true;
  };
  render(
    <Dialog title="Ключ" onClose={() => undefined}>
      <CopyButton value="abc" />
    </Dialog>,
    { wrapper: MantineProvider },
  );
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(selected).toEqual([[screen.getByRole('dialog'), 'abc']]));
  expect(document.querySelector('textarea')).toBeNull();
});

describe('toasts', () => {
  test('are inside the dialog that is open, in regions that were there before, and go on when it closes', async () => {
    const withDialog = (isOpen: boolean) => (
      <>
        <Toaster />
        {isOpen && (
          <Dialog title="Вопрос" onClose={() => undefined}>
            <p>Точно?</p>
          </Dialog>
        )}
      </>
    );
    const { rerender } = render(withDialog(false), { wrapper: MantineProvider });
    act(() => toast.failure('До вопроса'));
    rerender(withDialog(true));
    const dialog = within(screen.getByRole('dialog'));
    expect(screen.getAllByText('До вопроса')).toHaveLength(1);
    expect(dialog.getByText('До вопроса')).toBeVisible();
    const region = dialog.getByText('До вопроса').closest('[aria-live=assertive]');
    const polite = region?.parentElement?.querySelector('[aria-live=polite]');
    act(() => {
      toast.failure('Не вышло');
      toast.success('Вышло');
    });
    expect(region).toHaveTextContent('До вопросаНе вышло');
    await waitFor(() => expect(polite).toHaveTextContent('Вышло'));
    rerender(withDialog(false));
    for (const text of ['До вопроса', 'Не вышло', 'Вышло']) expect(screen.getAllByText(text)).toHaveLength(1);
  });

  test('of a success close after five seconds, those of a failure stay', () => {
    vi.useFakeTimers();
    render(<Toaster />);
    act(() => {
      toast.success('Готово');
      toast.failure('Не вышло', { detail: 'Повторите позже' });
    });
    pass(0);
    pass(4900);
    expect(screen.getByText('Готово')).toBeVisible();
    pass(200);
    expect(screen.queryByText('Готово')).toBeNull();
    pass(60_000);
    expect(screen.getByText('Повторите позже')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
    expect(screen.queryByText('Не вышло')).toBeNull();
  });

  test('of the same text are shown once', () => {
    render(<Toaster />);
    act(() => {
      toast.failure('Не вышло');
      toast.failure('Не вышло');
      toast.failure('Не вышло', { detail: 'иначе' });
    });
    expect(screen.getAllByText('Не вышло')).toHaveLength(2);
  });
});

describe('page links', () => {
  test('are all there up to seven pages', () => {
    expect(pageItems(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pageItems(1, 1)).toEqual([1]);
  });

  test('are always seven beyond, with the first, the last and the present one', () => {
    for (let pages = 8; pages < 30; pages++) {
      for (let current = 1; current <= pages; current++) {
        const items = pageItems(current, pages);
        const numbers = items.filter((item) => item !== undefined);
        expect(items).toHaveLength(7);
        expect(numbers).toEqual(expect.arrayContaining([1, current, pages]));
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      }
    }
  });
});
