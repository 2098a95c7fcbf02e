import { API_BASE, listOrders, refresh as refreshSession } from '@kantor/contract/plain/routes.ts';
import '@mantine/core/styles.css';
import { Button, MantineProvider, Select, Table } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, Link, useSearchParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';

// The product's list of orders as its libraries give it, with nothing of ours: what `npm run bench` compares the product with.

interface Order {
  id: string;
  amount: string;
  amount_in_usdt: string;
  bank_name: string;
  bank_detail: { short_name: string };
  is_sbp: boolean;
  created_at: string;
  payment_datetime: string | null;
  human_status: string;
}

const SESSION = 'kantor.session';

async function renewToken(): Promise<string> {
  const session = JSON.parse(localStorage.getItem(SESSION) ?? '{}');
  const response = await fetch(API_BASE + refreshSession.path, {
    method: refreshSession.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: session.refresh }),
  });
  const { access, refresh } = await response.json();
  localStorage.setItem(SESSION, JSON.stringify({ ...session, refresh }));
  return access;
}

const token = renewToken();

const api = createApi({
  baseQuery: fetchBaseQuery({
    baseUrl: API_BASE,
    prepareHeaders: async (headers) => headers.set('authorization', `Bearer ${await token}`),
  }),
  endpoints: (build) => ({
    getOrders: build.query<{ count: number; results: Order[] }, { page: number; page_size: number }>({
      query: (params) => ({ url: listOrders.path, params }),
    }),
  }),
});

const money = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const time = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short' });

const SIZES = ['10', '30', '50', '100'];

function Orders() {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get('page') ?? 1);
  const size = params.get('page_size') ?? '30';
  const { data, isFetching } = api.useGetOrdersQuery({ page, page_size: Number(size) });
  return (
    <>
      <Table stickyHeader highlightOnHover aria-busy={isFetching}>
        <Table.Thead>
          <Table.Tr>
            {['Реквизит', 'Банк', 'Сумма, ₽', 'Сумма, USDT', 'Метод', 'Создан', 'Оплачен', 'Статус'].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data?.results.map((order) => (
            <Table.Tr key={order.id}>
              <Table.Td>
                <Link to={`/orders/${order.id}`} data-row-link="">
                  {order.bank_detail.short_name}
                </Link>
              </Table.Td>
              <Table.Td>{order.bank_name}</Table.Td>
              <Table.Td>{money.format(Number(order.amount))}</Table.Td>
              <Table.Td>{money.format(Number(order.amount_in_usdt))}</Table.Td>
              <Table.Td>{order.is_sbp ? 'СБП' : 'C2C'}</Table.Td>
              <Table.Td>{time.format(new Date(order.created_at))}</Table.Td>
              <Table.Td>{order.payment_datetime && time.format(new Date(order.payment_datetime))}</Table.Td>
              <Table.Td>{order.human_status}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Select data={SIZES} value={size} onChange={(next) => setParams({ page_size: next ?? size })} />
      {Array.from({ length: 12 }, (_, index) => index + 1).map((n) => (
        <Button
          key={n}
          component={Link}
          to={{ search: `?page=${n}&page_size=${size}` }}
          aria-label={`Страница ${n}`}
          variant={n === page ? 'filled' : 'default'}
        >
          {n}
        </Button>
      ))}
    </>
  );
}

const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (defaults) => defaults().concat(api.middleware),
});
const router = createBrowserRouter([{ path: '/orders', Component: Orders }]);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <Provider store={store}>
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>
  </Provider>,
);
