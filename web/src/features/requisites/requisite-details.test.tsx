import * as routes from '@kantor/contract/plain/routes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Requisite } from '@/api/requisites';
import { notificationId, requisite, requisiteId } from '@/test/fixtures-trader';
import { answerByKeyboard, answerQuestion, focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { factsShown, isSeen, isWithoutDialog } from '@/test/screen-reading';
import { type Call, fieldProblem, pathOf, problem, serve, server, serveNoting } from '@/test/server';

let stated: Requisite;
let calls: Call[] = [];

const answer = (route: routes.Route, respond: () => Response | Promise<Response>) => serveNoting(calls, route, respond);

beforeEach(() => {
  calls = [];
  stated = requisite(1);
  server.use(
    serve(routes.listBanks, [
      { id: 1, name: 'Т-Банк' },
      { id: 2, name: 'Сбербанк' },
    ]),
    serve(routes.getRequisite, () => HttpResponse.json(stated)),
    serve(routes.listRequisites, { count: 1, results: [requisite(1)] }),
  );
});

const open = () => openApp(`/requisites/${requisiteId(1)}`);
const field = (name: string | RegExp) => screen.findByLabelText(name);
const save = () => screen.findByRole('button', { name: 'Сохранить' });

describe('the page of a requisite', () => {
  test('shows its counters and all that may be changed', async () => {
    stated = requisite(1, { work_on_time: true, time_up: '09:00', time_down: '21:30' });
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Реквизит Сбер 1' })).toBeVisible();
    expect(factsShown()).toEqual({
      'Всего сделок': '12 408',
      'Сумма сделок': '1 234 567,50 ₽',
      'Сумма за всё время': '98 765 432,10 ₽',
      'Сумма за сегодня': '2 500,00 ₽',
    });
    expect(await field('Название')).toHaveValue('Сбер 1');
    expect(await field(/^ФИО/)).toHaveValue('Петров Иван Сергеевич');
    await waitFor(async () => expect(await field(/^Банк/)).toHaveValue('2'));
    expect(await field(/^Телефон/)).toHaveValue('+79990001122');
    expect(await field('Номер счёта')).toHaveValue('40817810000000000001');
    expect(await field('Последние 4 цифры карты')).toHaveValue('4321');
    expect(await field('Принимать СБП')).toBeChecked();
    expect(await field('Принимать C2C')).not.toBeChecked();
    expect(await field('Интервал между сделками')).toHaveValue('2');
    expect(await field('Минимальная сумма сделки')).toHaveValue('1\u00a0000');
    expect(await field('Максимальная сумма сделки')).toHaveValue('150\u00a0000');
    expect(await field('Максимум сделок')).toHaveValue('');
    expect(await field('Количество сделок к выдаче')).toHaveValue('4');
    expect(await field('Работать по расписанию')).toBeChecked();
    expect(await field('Время включения')).toHaveValue('09:00');
    expect(await field('Время выключения')).toHaveValue('21:30');
    expect(
      screen.getByText('Реквизит не включается и не выключается по времени, пока не включён переключатель расписания.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Закрыть' })).toHaveAttribute('href', '/requisites');
  });

  test('that a bank has paused leads to its message', async () => {
    stated = requisite(1, { paused: { at: '2026-01-01T21:41:00.000Z', notification: notificationId(1) } });
    open();
    const note = await screen.findByRole('link', {
      name: 'Приостановлен: банк сообщил о блокировке, 02.01.2026, 00:41',
    });
    expect(note).toHaveAttribute('href', `/notifications/${notificationId(1)}`);
  });

  test('names no bank as long as the banks cannot be had', async () => {
    server.use(serve(routes.listBanks, () => problem(500, 'Ошибка')));
    open();
    expect(await screen.findByText('Не удалось загрузить банки')).toBeVisible();
  });
});

describe('saving a requisite', () => {
  test('sends every field, integers as integers, and shows what was saved', async () => {
    server.use(
      answer(routes.updateRequisite, () => {
        stated = requisite(1, { name: 'Новое имя', max_deals: 12000, min_amount: '0.00' });
        return HttpResponse.json(stated);
      }),
    );
    const { user } = open();
    await user.clear(await field('Название'));
    await user.type(await field('Название'), 'Новое имя ');
    await user.type(await field('Максимум сделок'), '12000');
    expect(await field('Максимум сделок')).toHaveValue('12\u00a0000');
    await user.clear(await field('Минимальная сумма сделки'));
    await user.click(await field('Принимать C2C'));
    fireEvent.change(await field('Время включения'), { target: { value: '09:00' } });
    await user.type(await field('Номер счёта'), '{Enter}');
    expect(await screen.findByText('Данные обновлены!')).toBeVisible();
    expect(calls).toEqual([
      [
        pathOf(routes.updateRequisite, requisiteId(1)),
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
    expect(await screen.findByRole('heading', { level: 1, name: 'Реквизит Новое имя' })).toBeVisible();
    await waitFor(async () => expect(await field('Название')).toHaveValue('Новое имя'));
  });

  test.each([
    ['Минимальная сумма сделки', '10,5', 'Только целые рубли'],
    ['Максимальная сумма сделки', '-5', 'Только целые рубли'],
    ['Максимум сделок', '1e3', 'Только целое число'],
    ['Интервал между сделками', '2,5', 'Только целое число'],
  ])('is off while %s is %s, which is said there', async (label, typed, sentence) => {
    const { user } = open();
    await user.clear(await field(label));
    await user.type(await field(label), typed);
    expect(await field(label)).toHaveValue(typed);
    expect(await field(label)).toHaveAccessibleDescription(sentence);
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await user.clear(await field(label));
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeEnabled();
    expect(calls).toEqual([]);
  });

  test('of other bank data while orders are active leads to these orders', async () => {
    const detail = 'По реквизиту 3 активных заказа. Банковские данные можно изменить, когда активных не останется';
    server.use(answer(routes.updateRequisite, () => problem(409, detail, 'active_orders')));
    const { user } = open();
    await user.type(await field(/^ФИО/), '!');
    await user.click(await save());
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent(detail));
    const link = within(alert).getByRole('link', { name: 'Показать активные заказы' });
    expect(link).toHaveAttribute('href', `/orders?status=ACTIVE&id=${encodeURIComponent('•4321')}`);
  });

  test('of bank data that are not accepted shows the sentence', async () => {
    const detail = 'Эти банковские данные не приняты. Проверьте их; если всё верно, напишите оператору';
    server.use(answer(routes.updateRequisite, () => problem(409, detail, 'bank_data_refused')));
    const { user } = open();
    await user.type(await field(/^ФИО/), '!');
    await user.click(await save());
    await waitFor(async () => expect(await screen.findByRole('alert')).toHaveTextContent(detail));
  });

  test('that fails says so, puts the reasons beside the fields and the focus on the first', async () => {
    server.use(
      answer(routes.updateRequisite, () =>
        fieldProblem({ max_amount: ['Максимальная сумма должна быть не меньше минимальной'] }),
      ),
    );
    const { user } = open();
    await user.type(await field('Название'), '!');
    await user.click(await save());
    expect(await screen.findByText('Ошибка обновления данных')).toBeVisible();
    expect(await screen.findByText('Не удалось сохранить данные')).toBeVisible();
    const max = await field('Максимальная сумма сделки');
    await waitFor(() => expect(max).toHaveFocus());
    expect(max).toHaveAccessibleDescription('Максимальная сумма должна быть не меньше минимальной');
    expect(await field('Название')).toHaveValue('Сбер 1!');
  });

  test('that fails twice moves the focus back; a success takes the reasons away', async () => {
    const refuse = () => fieldProblem({ max_amount: ['Максимальная сумма должна быть не меньше минимальной'] });
    server.use(answer(routes.updateRequisite, refuse));
    const { user } = open();
    const max = await field('Максимальная сумма сделки');
    for (const attempts of [1, 2]) {
      await user.click(await save());
      await waitFor(() => expect(calls).toHaveLength(attempts));
      await waitFor(() => expect(max).toHaveFocus());
    }
    server.use(answer(routes.updateRequisite, () => HttpResponse.json(stated)));
    await user.click(await save());
    expect(await screen.findByText('Данные обновлены!')).toBeVisible();
    await waitFor(() => expect(max).not.toHaveAccessibleDescription());
    expect(screen.queryByText('Не удалось сохранить данные')).toBeNull();
  });

  test('acts once on a double click', async () => {
    let release = () => {};
    server.use(
      answer(routes.updateRequisite, async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return HttpResponse.json(stated);
      }),
    );
    const { user } = open();
    await user.dblClick(await save());
    await waitFor(() => expect(calls).toHaveLength(1));
    release();
    expect(await screen.findByText('Данные обновлены!')).toBeVisible();
    expect(calls).toHaveLength(1);
  });
});

describe('unsaved changes', () => {
  test('are asked about before leaving, and kept when one stays', async () => {
    const { user, address } = open();
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
      answer(routes.resetRequisiteDeals, () => {
        stated = requisite(1, { fio: 'Сидоров Пётр' });
        return HttpResponse.json(stated);
      }),
    );
    const { user } = open();
    await user.type(await field('Название'), '!');
    await user.click(await screen.findByRole('button', { name: 'Сбросить счётчик сделок' }));
    await answerQuestion(user, 'Сбросить');
    await waitFor(async () => expect(await field(/^ФИО/)).toHaveValue('Сидоров Пётр'));
    expect(await field('Название')).toHaveValue('Сбер 1!');
  });

  test('that were taken back are none', async () => {
    const { user, address } = open();
    await user.type(await field('Название'), '!{Backspace}');
    await user.click(screen.getByRole('link', { name: 'Закрыть' }));
    await waitFor(() => expect(address()).toBe('/requisites'));
  });

  test('hold the browser back, too', async () => {
    const { user } = open();
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    await field('Название');
    expect(leave()).toBe(true);
    await user.type(await field('Название'), '!');
    expect(leave()).toBe(false);
  });
});

describe('the other actions', () => {
  test('reset the deal count', async () => {
    server.use(answer(routes.resetRequisiteDeals, () => HttpResponse.json(stated)));
    const { user } = open();
    const reset = await screen.findByRole('button', { name: 'Сбросить счётчик сделок' });
    await answerByKeyboard(user, reset, 'Сбросить счётчик сделок реквизита «Сбер 1»?');
    await isSeen('Счетчик сделок сброшен!');
    await focusIsOn(() => reset);
    expect(calls).toEqual([[pathOf(routes.resetRequisiteDeals, requisiteId(1)), null]]);
  });

  test('say when the reset fails', async () => {
    server.use(answer(routes.resetRequisiteDeals, () => problem(409, 'Реквизит в архиве')));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Сбросить счётчик сделок' }));
    await answerQuestion(user, 'Сбросить');
    await isSeen('Ошибка при выполнении действия');
    await isSeen('Реквизит в архиве');
  });

  test('archive it after a question that names it, and lead back to the list, whatever was unsaved', async () => {
    server.use(answer(routes.archiveRequisite, () => HttpResponse.json(stated)));
    const { user, address } = open();
    await user.type(await field('Название'), '!');
    await answerByKeyboard(user, await screen.findByRole('button', { name: 'В архив' }), 'Убрать «Сбер 1» в архив?');
    expect(await screen.findByRole('heading', { level: 1, name: 'Реквизиты' })).toBeVisible();
    expect(address()).toBe('/requisites');
    expect(calls).toEqual([[pathOf(routes.archiveRequisite, requisiteId(1)), null]]);
    await focusIsOn(() => screen.getByRole('main'));
  });

  test('say when it cannot be archived, and stay', async () => {
    server.use(answer(routes.archiveRequisite, () => problem(500, 'Попробуйте позже')));
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'В архив' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'В архив' }));
    await isSeen('Ошибка при выполнении действия');
    expect(address()).toBe(`/requisites/${requisiteId(1)}`);
    await isWithoutDialog();
  });
});

describe('a new requisite', () => {
  test('is created with integers and with null for empty times, and then shown', async () => {
    server.use(answer(routes.createRequisite, () => HttpResponse.json(stated, { status: 201 })));
    const { user, address } = openApp('/requisites/new');
    await user.type(await field(/^ФИО/), 'Петров Иван');
    await screen.findByRole('option', { name: 'Сбербанк' });
    await user.selectOptions(await field(/^Банк/), 'Сбербанк');
    await user.type(await field('Минимальная сумма сделки'), '1000');
    await user.click(screen.getByRole('button', { name: 'Создать реквизит' }));
    await waitFor(() => expect(address()).toBe(`/requisites/${requisiteId(1)}`));
    expect(calls).toEqual([
      [
        pathOf(routes.createRequisite),
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
    server.use(answer(routes.createRequisite, () => fieldProblem({ bank_type: ['Выберите банк'] })));
    const { user } = openApp('/requisites/new');
    await field('Название');
    const marked = screen.getAllByTitle('Обязательное поле').map((mark) => mark.closest('label')?.textContent);
    expect(marked).toEqual(['ФИО\u00a0*', 'Банк\u00a0*', 'Телефон\u00a0*']);
    await user.click(screen.getByRole('button', { name: 'Создать реквизит' }));
    expect(await screen.findByText('Не удалось создать реквизит')).toBeVisible();
    expect(calls[0]?.[1]).not.toHaveProperty('bank_type');
    await waitFor(async () => expect(await field(/^Банк/)).toHaveAccessibleDescription('Выберите банк'));
  });
});

test('the page of a requisite tells which bank data it has had, since when and by whom', async () => {
  const version = (number: number, fio: string) => ({
    version: number,
    created_at: `2026-11-2${number}T09:00:00.000Z`,
    changed_by: 'trader',
    bank_name: 'Сбербанк',
    fio,
    phone: '+79990001122',
    bank_account: '',
    last_4_digits_card: '4321',
  });
  server.use(serve(routes.listRequisiteVersions, { count: 2, results: [version(2, 'Ли Анна'), version(1, 'Ким Ян')] }));
  open();
  const history = await screen.findByRole('list', { name: 'История изменений' });
  expect(
    within(history)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^22\.11\.2026.+, trader · сейчасСбербанк · Ли Анна · \+79990001122 · •4321$/),
    expect.stringMatching(/^21\.11\.2026.+, traderСбербанк · Ким Ян · \+79990001122 · •4321$/),
  ]);
});
