import { expect } from 'vitest';
import { sber } from '../support/bank-phone.ts';
import { test } from './fixture.ts';

const { text: SAID } = sber('1500');

// A title or a last sentence of harmless words keeps no order waiting.

test.for([
  ['Уведомление', 'Подробнее в приложении'],
  ['Зачисление', 'Никому не сообщайте код из СМС'],
  ['', 'Никому не сообщайте код. Хорошего дня!'],
])(
  'under «%s» with «%s» behind it, a message closes its order',
  async ([title, last], { trader, hear, issue, requisite }) => {
    expect(requisite).toBeDefined();
    const order = await issue('1500');
    await hear({
      application: '900',
      text: [title, SAID, last].filter(Boolean).join('\n'),
    });
    expect((await trader.readOrder(order)).status).toBe('CLOSED');
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order });
  },
);

test('that is a refusal, or behind which a code stands, closes nothing', async ({ trader, hear, issue, requisite }) => {
  expect(requisite).toBeDefined();
  const order = await issue('1500');
  await hear({ application: '900', text: `Отмена\n${SAID}` });
  await hear({
    application: '900',
    text: `${SAID}. Никому не сообщайте код 4821`,
  });
  expect((await trader.readOrder(order)).status).toBe('ACTIVE');
  expect((await trader.lastMessage()).text).not.toContain('4821');
});
