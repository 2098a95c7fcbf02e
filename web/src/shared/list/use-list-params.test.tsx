import { act, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { useListParams } from './use-list-params';

function setUp(address: string) {
  let children: ReactNode = null;
  const router = createMemoryRouter([{ path: '*', Component: () => children }], { initialEntries: [address] });
  const { result } = renderHook(
    () =>
      useListParams({
        pageSize: 30,
        filters: { status: 'ALL', id: '' },
        allowed: { status: ['ALL', 'ACTIVE'] },
      }),
    {
      wrapper: ({ children: inner }) => {
        children = inner;
        return <RouterProvider router={router} />;
      },
    },
  );
  return { result, router, search: () => router.state.location.search };
}

describe('the state of a list is its address', () => {
  test('what the address says goes to the call', () => {
    const { result } = setUp('/orders?page=3&page_size=50&status=ACTIVE&id=662E41');
    expect(result.current.query).toEqual({ page: 3, page_size: 50, status: 'ACTIVE', id: '662E41' });
    expect(result.current.isFiltered).toBe(true);
  });

  test.each([
    '?page=-4&page_size=7',
    '?page=0',
    '?page=1e3',
    '?page=2.5',
    '?page=abc',
    '?page=999999999999',
    '?status=X',
  ])('nonsense falls back to the defaults: %s', (search) => {
    const { result } = setUp(`/orders${search}`);
    expect(result.current.query).toEqual({ page: 1, page_size: 30 });
    expect(result.current.isFiltered).toBe(false);
  });

  test('defaults stay out of the address', async () => {
    const { result, search } = setUp('/orders?page=2&status=ACTIVE');
    await act(async () => result.current.setFilters({ status: 'ALL' }));
    expect(search()).toBe('');
  });

  test('a filter or another page size returns to page 1', async () => {
    const { result, search } = setUp('/orders?page=4&id=abc');
    await act(async () => result.current.setPageSize(100));
    expect(search()).toBe('?page_size=100&id=abc');
    await act(async () => result.current.setPage(5));
    await act(async () => result.current.setFilters({ id: 'x' }));
    expect(search()).toBe('?page_size=100&id=x');
  });

  test('a search replaces the step in the history, a filter adds one', async () => {
    const { result, router, search } = setUp('/orders');
    await act(async () => result.current.setFilters({ status: 'ACTIVE' }));
    await act(async () => result.current.setFilters({ id: 'a' }, { replace: true }));
    await act(async () => result.current.setFilters({ id: 'ab' }, { replace: true }));
    expect(search()).toBe('?status=ACTIVE&id=ab');
    await act(async () => router.navigate(-1));
    expect(search()).toBe('');
  });

  test('what was typed just before a row was opened does not call its reader back', async () => {
    const code = Promise.withResolvers<{ Component: () => ReactNode }>();
    let list: ReturnType<typeof useListParams<{ id: string }>> | undefined;
    function List() {
      list = useListParams({ pageSize: 30, filters: { id: '' } });
      return null;
    }
    const router = createMemoryRouter(
      [
        { path: '/orders', Component: List },
        { path: '/orders/7', lazy: () => code.promise },
      ],
      { initialEntries: ['/orders'] },
    );
    render(<RouterProvider router={router} />);
    await act(async () => void router.navigate('/orders/7'));
    await act(async () => list?.setFilters({ id: 'late' }, { replace: true }));
    await act(async () => code.resolve({ Component: () => null }));
    expect(router.state.location).toMatchObject({ pathname: '/orders/7', search: '' });
    await act(async () => router.navigate('/orders'));
    await act(async () => list?.setFilters({ id: 'now' }));
    expect(router.state.location.search).toBe('?id=now');
  });

  test('two changes before the first is shown are both kept, and what Back has taken back is not', async () => {
    const { result, router, search } = setUp('/orders?page=4');
    await act(async () => {
      result.current.setFilters({ id: 'abc' });
      result.current.setFilters({ status: 'ACTIVE' });
      result.current.setPageSize(100);
    });
    expect(search()).toBe('?page_size=100&status=ACTIVE&id=abc');
    await act(async () => router.navigate(-3));
    expect(search()).toBe('?page=4');
    await act(async () => result.current.setFilters({ id: 'x' }));
    expect(search()).toBe('?id=x');
  });

  test('resetting filters keeps the page size', async () => {
    const { result, search } = setUp('/orders?page=4&page_size=10&status=ACTIVE&id=x');
    await act(async () => result.current.resetFilters());
    expect(search()).toBe('?page_size=10');
  });

  test('links to pages keep the filters', () => {
    const { result } = setUp('/orders?status=ACTIVE&page=2');
    expect(result.current.addressOfPage(3)).toEqual({ pathname: '/orders', search: '?page=3&status=ACTIVE' });
    expect(result.current.addressOfPage(1)).toEqual({ pathname: '/orders', search: '?status=ACTIVE' });
  });

  test('columns stay as they were chosen, whatever else changes, and the page with them', async () => {
    const { result, search } = setUp('/orders?page=2&columns=usdt%2Camount');
    expect(result.current.columns).toBe('usdt,amount');
    expect(result.current.query).toEqual({ page: 2, page_size: 30 });
    expect(result.current.isFiltered).toBe(false);
    await act(async () => result.current.setFilters({ status: 'ACTIVE' }));
    expect(search()).toBe('?status=ACTIVE&columns=usdt%2Camount');
    await act(async () => result.current.setPage(3));
    await act(async () => result.current.setColumns(''));
    expect(search()).toBe('?page=3&status=ACTIVE');
  });
});
