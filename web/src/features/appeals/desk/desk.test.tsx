import type { AppealStep } from '@kantor/contract/plain/appeals.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppealDesk, AppealDetail } from '@/api/appeals';
import { merchant } from '@/test/fixtures';
import { appealDesk, appealDetail, appealId } from '@/test/fixtures-exchange';
import { answerQuestion } from '@/test/question';
import { lendRealForms, realFile } from '@/test/real-files';
import { openApp } from '@/test/render-app';
import { factsShown, isSeen } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

const ID = appealId(1);
const AT = '2026-01-01T21:30:00.000Z';

let appeal: AppealDetail;
/** What was sent, in its order: a file's name, or a step with its words. */
let sent: unknown[] = [];

type Step = AppealDesk['steps'][number];

const step = (number: number, changes: Pick<Step, 'step' | 'by'> & Partial<Step>): Step => ({
  number,
  created_at: AT,
  round: 1,
  reason: null,
  human_reason: null,
  comment: null,
  amount: null,
  stage: 'merchant',
  answer_until: null,
  person: null,
  files: [],
  ...changes,
});

function turn(stage: AppealDetail['stage'], desk: Partial<AppealDesk>): void {
  appeal = appealDetail(1, { stage, desk: appealDesk(desk) });
}

const takes = (route: routes.Route, name: string) =>
  serve(
    route,
    async ({ request }) => {
      sent.push([name, await request.json().catch(() => null)]);
      return HttpResponse.json(appeal);
    },
    ID,
  );

beforeEach(async () => {
  await lendRealForms();
  sent = [];
  server.use(
    serve(routes.getAppeal, () => HttpResponse.json(appeal)),
    serve(
      routes.addAppealFile,
      async ({ request }) => {
        const [, name] = /filename="([^"]*)"/.exec(await request.text()) ?? [];
        sent.push(name);
        return HttpResponse.json(appeal);
      },
      ID,
    ),
    takes(routes.declineAppeal, 'decline'),
    takes(routes.contestAppeal, 'contest'),
    takes(routes.acceptAppeal, 'accept'),
    takes(routes.escalateAppeal, 'escalate'),
  );
});

const open = () => openApp(`/appeals/${ID}`);
const press = async (user: ReturnType<typeof openApp>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('a trader declines', () => {
  test('with a reason of the list, in their words, and of a large sum with a file, which goes first', async () => {
    turn('trader', { can: ['confirm', 'decline', 'evidence'], needs_proof: true, files_left: 5 });
    const { user } = open();
    await press(user, 'Отклонить');
    const dialog = within(await screen.findByRole('dialog'));
    const decline = dialog.getByRole('button', { name: 'Отклонить' });
    const reasons = within(dialog.getByLabelText('Причина')).getAllByRole('option');
    expect(reasons.map((option) => option.textContent)).toEqual([
      'Нет поступления',
      'Чек поддельный',
      'Другая сумма',
      'Другой реквизит',
      'Возврат',
    ]);
    await user.selectOptions(dialog.getByLabelText('Причина'), 'Другая сумма');
    await user.type(dialog.getByLabelText('Пояснение'), ' Пришло 990 ');
    expect(decline).toBeDisabled();
    const file = dialog.getByLabelText(/^Выписка или снимок экрана банка/);
    await userEvent.upload(file, realFile('выписка.exe'), { applyAccept: false });
    expect(await dialog.findByText('Подойдёт png, jpeg или pdf')).toBeVisible();
    expect(decline).toBeDisabled();
    await user.upload(file, realFile('выписка.png'));
    await user.click(decline);
    await isSeen('Апелляция отклонена!');
    expect(sent).toEqual(['выписка.png', ['decline', { reason: 'other_amount', comment: 'Пришло 990' }]]);
  });

  test('and is told why when the file does not come: nothing is declined', async () => {
    server.use(serve(routes.addAppealFile, () => problem(409, 'Файлов уже пять'), ID));
    turn('trader', { can: ['decline', 'evidence'], files_left: 5 });
    const { user } = open();
    await press(user, 'Отклонить');
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Причина'), 'Возврат');
    await user.upload(dialog.getByLabelText(/^Выписка или снимок экрана банка/), realFile('выписка.png'));
    await user.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await isSeen('Ошибка отказа');
    expect(screen.getByText('Файлов уже пять')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

describe('a merchant', () => {
  beforeEach(() => server.use(asUser(merchant)));

  const declined = {
    can: ['accept', 'contest', 'escalate', 'evidence'] as AppealStep[],
    needs_evidence: true,
    files_left: 2,
    steps: [
      step(1, { step: 'open', by: 'merchant' }),
      step(2, { step: 'decline', by: 'trader', reason: 'fake_receipt' }),
    ],
  };

  test('contests a decline by something new, and knows its reason and that the round is the last', async () => {
    turn('merchant', declined);
    appeal.round = 3;
    const { user } = open();
    await press(user, 'Оспорить');
    const dialog = within(await screen.findByRole('dialog', { name: 'Оспорить отказ по заказу A1B2C3D4' }));
    expect(dialog.getByText(/отказ трейдера «Чек поддельный»/)).toBeVisible();
    expect(dialog.getByText('Это последний круг: решать будет оператор')).toBeVisible();
    const contest = dialog.getByRole('button', { name: 'Оспорить' });
    expect(contest).toBeDisabled();
    await user.type(dialog.getByLabelText('С чем вы не согласны'), 'Деньги списаны');
    await user.click(contest);
    await isSeen('Отказ оспорен');
    expect(sent).toEqual([['contest', { comment: 'Деньги списаны' }]]);
  });

  test.each([
    ['Согласиться с отказом', 'Апелляция закрыта', 'accept'],
    ['К оператору', 'Апелляция у оператора', 'escalate'],
  ])('is asked before «%s»', async (name, done, what) => {
    turn('merchant', declined);
    const { user } = open();
    await press(user, name);
    expect(sent).toEqual([]);
    await answerQuestion(user, name);
    await isSeen(done);
    expect(sent.map((each) => (each as string[])[0])).toEqual([what]);
  });

  test('whose turn it is not is offered nothing', async () => {
    turn('trader', { can: [] });
    open();
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(factsShown()).toHaveProperty('Заявлено'));
    for (const name of ['Согласиться с отказом', 'Оспорить', 'К оператору', 'Приложить файл']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});
