import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { requisite, requisiteId } from '@/test/fixtures-trader';
import { answerQuestion } from '@/test/question';
import { field, openRequisite, pickInMenu, save, serveRequisite } from '@/test/requisite-page';
import { fieldProblem, pathOf, problem, server } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

let served: ReturnType<typeof serveRequisite>;

beforeEach(() => {
  served = serveRequisite();
});

describe('saving a requisite', () => {
  test('sends every field, integers as integers, and shows what was saved', async () => {
    server.use(
      served.answer(requisiteRoutes.updateRequisite, () => {
        served.stated = requisite(1, { name: 'Новое имя', max_deals: 12000, min_amount: '0.00' });
        return HttpResponse.json(served.stated);
      }),
    );
    const { user } = openRequisite();
    await user.clear(await field('Название'));
    await user.type(await field('Название'), 'Новое имя ');
    await user.type(await field('Максимум сделок'), '12000');
    expect(await field('Максимум сделок')).toHaveValue('12\u00a0000');
    await user.clear(await field('Минимальная сумма сделки'));
    await user.click(await field('Принимать C2C'));
    fireEvent.change(await field('Время включения'), { target: { value: '09:00' } });
    await user.type(await field('Номер счёта'), '{Enter}');
    await isSeen('Данные обновлены!');
    expect(served.calls).toEqual([
      [
        pathOf(requisiteRoutes.updateRequisite, requisiteId(1)),
        {
          name: 'Новое имя ',
          fio: 'Петров Иван Сергеевич',
          phone: '+79990001122',
          bank_account: '40817810000000000001',
          last_4_digits_card: '4321',
          bank_type: 2,
          is_sbp: true,
          is_c2c: true,
          interval: 2,
          min_amount: 0,
          max_amount: 150000,
          max_deals: 12000,
          max_current_deals: 4,
          work_on_time: false,
          time_up: '09:00',
          time_down: null,
        },
      ],
    ]);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Реквизит Новое имя' })).toBeVisible());
    await waitFor(async () => expect(await field('Название')).toHaveValue('Новое имя'));
  });

  test.each([
    ['Минимальная сумма сделки', '10,5', 'Только целые рубли'],
    ['Максимальная сумма сделки', '-5', 'Только целые рубли'],
    ['Максимум сделок', '1e3', 'Только целое число'],
    ['Интервал между сделками', '2,5', 'Только целое число'],
  ])('is off while %s is %s, which is said there', async (label, typed, sentence) => {
    const { user } = openRequisite();
    expect(await save()).toBeDisabled();
    await user.type(await field('Название'), '!');
    await user.clear(await field(label));
    await user.type(await field(label), typed);
    expect(await field(label)).toHaveValue(typed);
    expect(await field(label)).toHaveAccessibleDescription(sentence);
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await user.clear(await field(label));
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeEnabled();
    expect(served.calls).toEqual([]);
  });

  test('of other bank data while orders are active leads to these orders', async () => {
    const detail = 'По реквизиту 3 активных заказа. Банковские данные можно изменить, когда активных не останется';
    server.use(served.answer(requisiteRoutes.updateRequisite, () => problem(409, detail, 'active_orders')));
    const { user } = openRequisite();
    await user.type(await field(/^ФИО/), '!');
    await user.click(await save());
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent(detail));
    const link = within(alert).getByRole('link', { name: 'Показать активные заказы' });
    expect(link).toHaveAttribute('href', `/orders?status=ACTIVE&id=${encodeURIComponent('•4321')}`);
  });

  test('of bank data that are not accepted shows the sentence', async () => {
    const detail = 'Эти банковские данные не приняты. Проверьте их; если всё верно, напишите оператору';
    server.use(served.answer(requisiteRoutes.updateRequisite, () => problem(409, detail, 'bank_data_refused')));
    const { user } = openRequisite();
    await user.type(await field(/^ФИО/), '!');
    await user.click(await save());
    await waitFor(async () => expect(await screen.findByRole('alert')).toHaveTextContent(detail));
  });

  test('that fails says so, puts the reasons beside the fields and the focus on the first', async () => {
    server.use(
      served.answer(requisiteRoutes.updateRequisite, () =>
        fieldProblem({ max_amount: ['Максимальная сумма должна быть не меньше минимальной'] }),
      ),
    );
    const { user } = openRequisite();
    await user.type(await field('Название'), '!');
    await user.click(await save());
    await isSeen('Ошибка обновления данных');
    await isSeen('Не удалось сохранить данные');
    const max = await field('Максимальная сумма сделки');
    await waitFor(() => expect(max).toHaveFocus());
    expect(max).toHaveAccessibleDescription('Максимальная сумма должна быть не меньше минимальной');
    expect(await field('Название')).toHaveValue('Сбер 1!');
  });

  test('that fails twice moves the focus back; a success takes the reasons away', async () => {
    const refuse = () => fieldProblem({ max_amount: ['Максимальная сумма должна быть не меньше минимальной'] });
    server.use(served.answer(requisiteRoutes.updateRequisite, refuse));
    const { user } = openRequisite();
    const max = await field('Максимальная сумма сделки');
    await user.type(await field('Название'), '!');
    for (const attempts of [1, 2]) {
      await user.click(await save());
      await waitFor(() => expect(served.calls).toHaveLength(attempts));
      await waitFor(() => expect(max).toHaveFocus());
    }
    server.use(served.answer(requisiteRoutes.updateRequisite, () => HttpResponse.json(served.stated)));
    await user.click(await save());
    await isSeen('Данные обновлены!');
    await waitFor(() => expect(max).not.toHaveAccessibleDescription());
    expect(screen.queryByText('Не удалось сохранить данные')).toBeNull();
  });

  test('acts once on a double click', async () => {
    let release = () => {};
    server.use(
      served.answer(requisiteRoutes.updateRequisite, async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return HttpResponse.json(served.stated);
      }),
    );
    const { user } = openRequisite();
    await user.type(await field('Название'), '!');
    await user.dblClick(await save());
    await waitFor(() => expect(served.calls).toHaveLength(1));
    release();
    await isSeen('Данные обновлены!');
    expect(served.calls).toHaveLength(1);
  });
});

describe('unsaved changes', () => {
  test('are asked about before leaving, and kept when one stays', async () => {
    const { user, address } = openRequisite();
    await user.type(await field('Название'), '!');
    await user.click(screen.getByRole('link', { name: 'Закрыть' }));
    const dialog = await screen.findByRole('dialog', { name: 'Уйти без сохранения?' });
    expect(within(dialog).getByRole('button', { name: 'Остаться' })).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Остаться' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe(`/requisites/${requisiteId(1)}`);
    expect(await field('Название')).toHaveValue('Сбер 1!');
    await user.click(screen.getByRole('link', { name: 'Закрыть' }));
    await user.click(await screen.findByRole('button', { name: 'Уйти' }));
    await waitFor(() => expect(address()).toBe('/requisites'));
  });

  test('stay when the server states something new, which the other fields show', async () => {
    server.use(
      served.answer(requisiteRoutes.resetRequisiteDeals, () => {
        served.stated = requisite(1, { fio: 'Сидоров Пётр' });
        return HttpResponse.json(served.stated);
      }),
    );
    const { user } = openRequisite();
    await user.type(await field('Название'), '!');
    await pickInMenu(user, 'Сбросить счётчик сделок');
    await answerQuestion(user, 'Сбросить');
    await waitFor(async () => expect(await field(/^ФИО/)).toHaveValue('Сидоров Пётр'));
    expect(await field('Название')).toHaveValue('Сбер 1!');
  });

  test('that were taken back are none', async () => {
    const { user, address } = openRequisite();
    await user.type(await field('Название'), '!{Backspace}');
    await user.click(screen.getByRole('link', { name: 'Закрыть' }));
    await waitFor(() => expect(address()).toBe('/requisites'));
  });

  test('hold the browser back, too', async () => {
    const { user } = openRequisite();
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    await field('Название');
    expect(leave()).toBe(true);
    await user.type(await field('Название'), '!');
    expect(leave()).toBe(false);
  });
});
