import { randomUUID } from 'node:crypto';
import type { Client } from '@kantor/contract/client.ts';
import { getBatch, setBatchSettings } from '@kantor/contract/wire/batches.ts';
import { acceptInvitation } from '@kantor/contract/wire/auth.ts';
import { createInvitation } from '@kantor/contract/wire/members.ts';
import { cancelPayout, createPayout, listPayouts } from '@kantor/contract/wire/payouts.ts';
import { expect, type Page, test } from '@playwright/test';
import writeXlsxFile from 'write-excel-file/node';
import { asPerson, testedServer } from './api.ts';
import { fillSignIn, pressAndAgree, signIn } from './people.ts';
import { expectSound, settle } from './sound.ts';

/** Heads that nobody could guess. */
const HEADS = ['К выдаче', 'Кому', 'Моб. номер'];
const GUESSED = ['Сумма', 'ФИО', 'Телефон'];
/** A name of its own for each try. */
const newSecond = () => ({ username: `e2e-${randomUUID()}`, password: 'a second member pays too' });

/** As Excel saves it in Russian Windows. */
const inWindows1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (sign) => (/[А-я]/.test(sign) ? (sign.codePointAt(0) ?? 0) - 0x410 + 0xc0 : sign.charCodeAt(0))),
  );

const csvOf = (rows: readonly (readonly string[])[], heads = HEADS): Buffer =>
  inWindows1251([heads, ...rows].map((cells) => `${cells.join(';')}\r\n`).join(''));

const xlsxOf = (rows: readonly (readonly (string | number)[])[]): Promise<Buffer> =>
  writeXlsxFile(
    [HEADS, ...rows].map((cells) =>
      cells.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
    ),
  ).toBuffer();

/** Uploads a file as a person does, from the list of payouts. */
async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/payments');
  await page.getByRole('link', { name: 'Загрузить файлом' }).click();
  await page.getByLabel('Файл CSV или XLSX').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await page.getByRole('button', { name: 'Загрузить' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const check = async (page: Page) => {
  await page.getByRole('button', { name: 'Проверить строки' }).click();
  await expect(page.getByText('Строки проверены')).toBeVisible();
};
const state = (page: Page, text: string) => expect(page.getByRole('main').getByText(text, { exact: true }).first());
const rows = (page: Page) => page.getByRole('table', { name: 'Строки' }).getByRole('row');
const start = (page: Page) => pressAndAgree(page, page.getByRole('button', { name: 'Создать выплаты' }), 'Создать');
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Leaves none of the file's payouts to the tests after it. */
async function cancelAll(merchant: Client, batch: string): Promise<void> {
  const query = { batch, page_size: 100 };
  for (let at = 1; ; at += 1) {
    const { results } = await merchant.call(listPayouts, { query: { ...query, page: at } });
    if (results.length === 0) return;
    await Promise.all(
      results
        .filter(({ status }) => status === 'OPEN')
        .map(({ id }) => merchant.call(cancelPayout, { params: { id } })),
    );
  }
}

test('a file of Excel is read, its columns are named once, bad rows are named, and what was short of money is paid later', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const merchant = asPerson(testedServer(request), 'merchant');
  // One member is enough.
  await merchant.call(setBatchSettings, { body: { second_above: null } });
  await signIn(page, 'merchant');
  await upload(
    page,
    'зарплата.csv',
    csvOf([
      ['1501,00', 'Пётр Первый', '8 999 700-00-01'],
      ['1 502,00', 'Анна Вторая', '+7 (999) 700-00-02'],
      ['1503', 'Олег Третий', '7,9997E+10'],
      ['1,504', 'Инна Четвёртая', '+79997000004'],
    ]),
  );
  const column = (label: string) => page.getByLabel(label, { exact: true });
  await column('Сумма').selectOption({ label: 'К выдаче' });
  await column('ФИО').selectOption({ label: 'Кому' });
  await column('Телефон').selectOption({ label: 'Моб. номер' });
  await check(page);
  await expect(rows(page).filter({ hasText: 'Строка 4, «Моб. номер»: Excel сократил номер' })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'Строка 5, «К выдаче»: непонятно' })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'Анна Вторая' })).toContainText('1 502,00');
  await settle(page);
  await expectSound(page);
  await start(page);
  await state(page, 'Выполнен').toBeVisible();
  await expect(page.getByText('Создано 2 из 2')).toBeVisible();
  const first = idOf(page);
  await page.getByRole('link', { name: 'Выплаты этого файла' }).click();
  await expect(page.getByRole('row').filter({ hasText: '1 501,00' })).toHaveCount(1);

  // The next file has its columns named already. Most of the balance is held meanwhile, so that one row is short of it.
  const { balance, conversion_rate: rate } = await merchant.call(getBatch, { params: { id: first } });
  const most = Math.floor(Number(balance) * Number(rate) * 0.6);
  await upload(
    page,
    'зарплата.xlsx',
    await xlsxOf([
      [1601, 'Юрий Пятый', '+79997000005'],
      [most, 'Яна Шестая', '89997000006'],
    ]),
  );
  await check(page);
  await expect(rows(page).filter({ hasText: 'Юрий Пятый' })).toContainText('1 601,00');
  const address = page.url();
  const body = { amount: most, fio: 'Большая Выплата', phone: '+79997000007', is_sbp: true };
  const { id: blocker } = await merchant.call(createPayout, { body });
  await start(page);
  await expect(rows(page).filter({ hasText: 'не хватило USDT' })).toHaveCount(1);
  await merchant.call(cancelPayout, { params: { id: blocker } });
  await page.goto(address);
  await pressAndAgree(page, page.getByRole('button', { name: 'Повторить неудавшиеся' }), 'Повторить неудавшиеся');
  await expect(page.getByText('Создано 2 из 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Повторить неудавшиеся' })).toHaveCount(0);
  await cancelAll(merchant, idOf(page));
});

test(
  'above the limit a second member approves; what is being made can be stopped, and goes on',
  { tag: '@long' },
  async ({ page, browser, request }) => {
    test.setTimeout(300_000);
    const server = testedServer(request);
    const owner = asPerson(server, 'merchant');
    const person = newSecond();
    const { token } = await owner.call(createInvitation, { body: { role: 'finance' } });
    await owner.call(acceptInvitation, { body: { token, ...person } });
    await signIn(page, 'merchant');
    await page.goto('/payments/files');
    await page.getByRole('button', { name: 'Изменить' }).click();
    await page.getByRole('dialog').getByLabel('Выше какой суммы').fill('100000');
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByText('Выше 100 000,00 ₽ выплаты из файла одобряет второй участник')).toBeVisible();

    const people = Array.from({ length: 4000 }, (_, n) => [
      '100',
      'Сергей Седьмой',
      `+7999800${String(n).padStart(4, '0')}`,
    ]);
    await upload(page, 'много.csv', csvOf(people, GUESSED));
    await check(page);
    await start(page);
    await state(page, 'Ждёт второго').toBeVisible();
    await expect(page.getByText('одобрить должен другой участник')).toBeVisible();
    // Whoever started it is not offered what is not theirs.
    await expect(page.getByRole('button', { name: 'Одобрить' })).toHaveCount(0);

    const second = await (await browser.newContext()).newPage();
    await fillSignIn(second, person);
    await second.goto(new URL(page.url()).pathname);
    await pressAndAgree(second, second.getByRole('button', { name: 'Одобрить' }), 'Одобрить');
    // The one who started it sees how far it has come, and stops it.
    await page.getByRole('button', { name: 'Остановить' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Остановить' }).click();
    await state(page, 'Остановлен').toBeVisible();
    await expect(page.getByText('Остановлено участником')).toBeVisible();
    await expect(page.getByText(/^Создано [\d\s]+ из 4\s000$/)).toBeVisible();
    await settle(page);
    await expectSound(page);
    await pressAndAgree(page, page.getByRole('button', { name: 'Продолжить' }), 'Продолжить');
    await state(page, 'Выполнен').toBeVisible();
    await expect(page.getByText(/^Создано 4\s000 из 4\s000$/)).toBeVisible();
    await cancelAll(owner, idOf(page));
  },
);
