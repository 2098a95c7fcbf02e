import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { lendNavigator } from '@/test/navigator';
import { readProblem } from '../lib/problem';
import { ErrorState } from './states';
import { toast } from './toast';
import { Toaster } from './toaster';

const ID = '5f0c2a7be1d94c36';
const failed = (status: number) => ({ status, data: { detail: 'Внутренняя ошибка', code: 'x', request_id: ID } });

afterEach(() => act(() => toast.closeAll()));

describe('the code of a request', () => {
  test('stands in the error state of a fault of the server, and is copied', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    lendNavigator('clipboard', { writeText });
    render(<ErrorState title="Не вышло" error={failed(500)} />, { wrapper: MantineProvider });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent(`Код обращения ${ID}`);
    await act(
      async () => void fireEvent.click(within(alert).getByRole('button', { name: 'Копировать код обращения' })),
    );
    expect(writeText).toHaveBeenCalledWith(ID);
  });

  test('stands under a failed action', () => {
    render(<Toaster />, { wrapper: MantineProvider });
    act(() => toast.failure('Не вышло', readProblem(failed(503))));
    expect(screen.getByText(ID)).toBeVisible();
  });

  test.for([failed(404), failed(409), { status: 'FETCH_ERROR' }, { status: 500, data: '<html>' }, undefined])(
    'stands nowhere when the server has logged no fault: %j',
    (error) => {
      render(<ErrorState title="Не вышло" error={error} />, { wrapper: MantineProvider });
      expect(screen.queryByText(/Код обращения/)).toBeNull();
    },
  );
});
