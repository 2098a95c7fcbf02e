import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ping } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { headsOf, loadedTable, rowsOf } from '@/test/screen-reading';
import { serve, server } from '@/test/server';

describe('the list of pings', () => {
  test('shows cabinet, text and time, and leads nowhere', async () => {
    server.use(serve(cabinetRoutes.listPings, { count: 1, results: [ping(46)] }));
    openApp('/pings');
    const table = await waitFor(() => loadedTable('Пинги'));
    expect(headsOf(table)).toEqual(['Кабинет', 'Текст', 'Создан']);
    expect(rowsOf(table)).toEqual([['Samsung A51', 'На связи. Заряд 46%', '02.01.2026, 00:30']]);
    expect(within(table).queryByRole('link')).toBeNull();
    expect(screen.getByText('Пингов: 1')).toBeVisible();
  });
});
