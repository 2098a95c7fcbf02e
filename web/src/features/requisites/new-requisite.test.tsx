import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { requisiteId } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { field, serveRequisite } from '@/test/requisite-page';
import { fieldProblem, pathOf, server } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

let served: ReturnType<typeof serveRequisite>;

beforeEach(() => {
  served = serveRequisite();
});

describe('a new requisite', () => {
  test('is created with integers and with null for empty times, and then shown', async () => {
    server.use(served.answer(requisiteRoutes.createRequisite, () => HttpResponse.json(served.stated, { status: 201 })));
    const { user, address } = openApp('/requisites/new');
    await user.type(await field(/^ФИО/), 'Петров Иван');
    await screen.findByRole('option', { name: 'Сбербанк' });
    await user.selectOptions(await field(/^Банк/), 'Сбербанк');
    await user.type(await field('Минимальная сумма сделки'), '1000');
    await user.click(screen.getByRole('button', { name: 'Создать реквизит' }));
    await waitFor(() => expect(address()).toBe(`/requisites/${requisiteId(1)}`));
    expect(served.calls).toEqual([
      [
        pathOf(requisiteRoutes.createRequisite),
        {
          name: '',
          fio: 'Петров Иван',
          phone: '',
          bank_account: '',
          last_4_digits_card: '',
          bank_type: 2,
          is_sbp: false,
          is_c2c: false,
          interval: 0,
          min_amount: 1000,
          max_amount: 0,
          max_deals: 0,
          max_current_deals: 0,
          work_on_time: false,
          time_up: null,
          time_down: null,
        },
      ],
    ]);
  });

  test('marks full name, bank and phone, and leaves the judgement to the server', async () => {
    server.use(served.answer(requisiteRoutes.createRequisite, () => fieldProblem({ bank_type: ['Выберите банк'] })));
    const { user } = openApp('/requisites/new');
    await field('Название');
    const marked = screen.getAllByTitle('Обязательное поле').map((mark) => mark.closest('label')?.textContent);
    expect(marked).toEqual(['ФИО\u00a0*', 'Банк\u00a0*', 'Телефон\u00a0*']);
    await user.click(screen.getByRole('button', { name: 'Создать реквизит' }));
    await isSeen('Не удалось создать реквизит');
    expect(served.calls[0]?.[1]).not.toHaveProperty('bank_type');
    await waitFor(async () => expect(await field(/^Банк/)).toHaveAccessibleDescription('Выберите банк'));
  });
});
