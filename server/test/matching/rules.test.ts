import { describe, expect, test } from 'vitest';
import type { Reading } from '../../src/modules/bank-messages/index.ts';
import { reasonOf } from '../../src/modules/matching/reasons.ts';
import { type Candidate, decide, type DecisionInput } from '../../src/modules/matching/rules.ts';
import { at, income, order, SUM } from './decision.ts';

/** 1500 roubles, heard by the phone at this minute and sent to us at once. */
const heard = (minute: number, changes: Partial<DecisionInput> = {}): DecisionInput => ({
  reading: income(SUM),
  application: '900',
  heardAt: at(minute),
  at: at(minute),
  cabinetIsBlocked: false,
  ...changes,
});

/** The outcome of a message, in short. */
function fate(message: DecisionInput, ...orders: Candidate[]) {
  const decision = decide(message, orders);
  return {
    outcome: decision.outcome,
    ...(decision.order && { order: decision.order.id }),
    ...(decision.candidates && { candidates: decision.candidates.map(({ id }) => id) }),
    // Sums are written with no-break spaces.
    reason: reasonOf(decision, message, 0).replaceAll('\u00A0', ' '),
  };
}

describe('a message of money that came', () => {
  test('pays the one active order of exactly its sum', () => {
    const others = [order({ id: 'other', amount: SUM + 100n }), order({ id: 'third', amount: 1n })];
    expect(fate(heard(5), order(), ...others)).toEqual({ outcome: 'paid', order: 'order', reason: 'Оплатило заказ' });
  });

  test('finds nothing to pay', () => {
    expect(fate(heard(5))).toEqual({ outcome: 'no_order', reason: 'Нет активного заказа на 1 500,00 ₽' });
  });

  test('that fits two orders pays neither', () => {
    expect(fate(heard(5), order({ id: 'a' }), order({ id: 'b', createdAt: at(1) }))).toEqual({
      outcome: 'ambiguous',
      candidates: ['a', 'b'],
      reason: 'Сумма совпала с двумя заказами: подтвердите нужный сами',
    });
    const many = Array.from({ length: 5 }, (_, n) => order({ id: String(n) }));
    expect(fate(heard(5), ...many).reason).toBe('Сумма совпала с 5 заказами: подтвердите нужный сами');
  });

  test.each(['CLOSED', 'EXPIRED', 'DECLINED', 'APPEAL'] as const)(
    'pays nothing beside an order of its sum that is %s since a moment: it may be about that one',
    (status) => {
      const over = order({ id: 'over', status });
      for (const minute of [20, 25]) {
        expect(fate(heard(minute), order({ createdAt: at(16) }), over)).toMatchObject({
          outcome: 'ambiguous',
          candidates: ['order', 'over'],
        });
      }
      expect(fate(heard(26), order({ createdAt: at(16) }), over)).toMatchObject({ outcome: 'paid', order: 'order' });
    },
  );

  test('a kopeck off closes nothing, and says how far off it is', () => {
    const off = (kopecks: bigint) => heard(5, { reading: income(SUM + kopecks) });
    expect(fate(off(-1n), order())).toEqual({
      outcome: 'near',
      candidates: ['order'],
      reason: 'Сумма отличается от заказа на 0,01 ₽',
    });
    expect(fate(off(100n), order()).reason).toBe('Сумма отличается от заказа на 1,00 ₽');
    expect(fate(off(101n), order()).outcome).toBe('no_order');
    expect(fate(off(1n), order(), order({ id: 'other', amount: SUM + 2n })).outcome).toBe('no_order');
  });

  test('a kopeck off does not point at an order that is over, or younger', () => {
    const off = (minute: number) => heard(minute, { reading: income(SUM + 1n) });
    expect(fate(off(16), order({ status: 'EXPIRED' })).outcome).toBe('no_order');
    expect(fate(off(16), order()).outcome).toBe('no_order');
    expect(fate(off(5), order({ createdAt: at(6) })).outcome).toBe('no_order');
  });

  test('older than the order, or as old, is not about it', () => {
    for (const minute of [-3, 0]) {
      expect(fate(heard(minute, { at: at(5) }), order())).toEqual({
        outcome: 'before_order',
        candidates: ['order'],
        reason: `Сообщение старше заказа на эту сумму · пришло через ${5 - minute} мин`,
      });
    }
    expect(fate(heard(-3, { at: at(5) }), order({ status: 'CLOSED' })).outcome).toBe('no_order');
  });

  test('after the expiry belongs to the order, and leaves it to the trader', () => {
    const expired = order({ status: 'EXPIRED' });
    expect(fate(heard(18), expired)).toEqual({
      outcome: 'expired',
      order: 'order',
      reason: 'Заказ истёк за 3 мин до сообщения',
    });
    expect(fate(heard(15.5), expired).reason).toBe('Заказ истёк меньше чем за минуту до сообщения');
    expect(fate(heard(15 + 125), expired).reason).toBe('Заказ истёк за 2 ч 5 мин до сообщения');
    expect(fate(heard(15 + 180), expired).reason).toBe('Заказ истёк за 3 ч до сообщения');
  });

  test('after the expiry closes nothing, also while the timer has not come to the order yet', () => {
    expect(fate(heard(15), order())).toMatchObject({ outcome: 'expired', order: 'order' });
    expect(fate(heard(18), order())).toMatchObject({ outcome: 'expired', order: 'order' });
  });

  test('that its phone sent too late closes nothing, though it was heard in time', () => {
    expect(fate(heard(14, { at: at(16) }), order())).toEqual({
      outcome: 'expired',
      order: 'order',
      reason: 'Заказ истёк раньше, чем телефон передал сообщение · пришло через 2 мин',
    });
  });

  test('says how late it came, once that is two minutes', () => {
    const reason = (late: number) => fate(heard(5, { at: at(5 + late) }), order({ expiresAt: at(600) })).reason;
    expect([1.9, 2, 12, 125].map(reason)).toEqual([
      'Оплатило заказ',
      'Оплатило заказ · пришло через 2 мин',
      'Оплатило заказ · пришло через 12 мин',
      'Оплатило заказ · пришло через 2 ч 5 мин',
    ]);
  });

  test.each([
    ['CLOSED', 'already_closed', 'Заказ на эту сумму уже подтверждён'],
    ['APPEAL', 'appeal', 'По заказу открыта апелляция'],
    ['DECLINED', 'cancelled', 'Заказ отменён магазином'],
  ] as const)('about an order that is %s says so, and changes nothing', (status, outcome, reason) => {
    expect(fate(heard(5), order({ status }))).toEqual({ outcome, order: 'order', reason });
  });

  test('hours late is shown beside the one order of its sum that nobody paid', () => {
    const hours = heard(300);
    expect(fate(hours, order({ status: 'EXPIRED' }), order({ id: 'paid', status: 'CLOSED' }))).toMatchObject({
      outcome: 'expired',
      order: 'order',
    });
    expect(fate(hours, order({ status: 'CLOSED' }))).toMatchObject({ outcome: 'no_order' });
    expect(fate(hours, order({ status: 'EXPIRED' }), order({ id: 'other', status: 'DECLINED' }))).toEqual({
      outcome: 'no_order',
      candidates: ['order', 'other'],
      reason: 'Нет активного заказа на 1 500,00 ₽, но есть неоплаченные на эту сумму',
    });
  });

  test('from a sender that nobody knows is shown beside its order, and closes nothing', () => {
    const stranger = heard(5, { reading: { kind: 'income', kopecks: SUM }, application: 'BankInfo' });
    expect(fate(stranger, order())).toEqual({
      outcome: 'unknown_sender',
      order: 'order',
      reason: 'Отправителя «BankInfo» мы не знаем: подтвердите заказ сами',
    });
    expect(fate({ ...stranger, cabinetIsBlocked: true }, order()).outcome).toBe('unknown_sender');
    expect(fate(stranger, order({ status: 'CLOSED' })).outcome).toBe('already_closed');
    expect(fate({ ...stranger, application: 'Банк'.padEnd(255, 'к') }, order()).reason.length).toBeLessThan(100);
  });

  test('on a phone whose cabinet was blocked meanwhile leaves the order to the trader', () => {
    expect(fate(heard(5, { cabinetIsBlocked: true }), order())).toEqual({
      outcome: 'cabinet_blocked',
      order: 'order',
      reason: 'Кабинет заблокирован: подтвердите заказ сами',
    });
  });
});

describe('any other message closes nothing:', () => {
  const about = (reading: Reading) => fate(heard(5, { reading }), order());

  test.each([
    [{ kind: 'outgoing', kopecks: SUM }, 'outgoing', 'Это списание'],
    [{ kind: 'unknown' }, 'unread', 'Не удалось прочитать сообщение'],
    [{ kind: 'income' }, 'unread', 'Не удалось прочитать сообщение'],
    [{ kind: 'duplicate', kopecks: 1n }, 'duplicate', 'Повтор сообщения банка'],
    [{ kind: 'duplicate' }, 'duplicate', 'Повтор сообщения банка'],
  ] as const)('%o', (reading, outcome, reason) => {
    expect(about(reading)).toEqual({ outcome, reason });
  });

  test('a repeat is shown beside the order that it is about, if that is clear', () => {
    const repeat = heard(5, { reading: { kind: 'duplicate', kopecks: SUM } });
    expect(fate(repeat, order())).toMatchObject({ outcome: 'duplicate', order: 'order' });
    expect(fate(repeat, order(), order({ id: 'other' }))).not.toHaveProperty('order');
    expect(fate(repeat, order({ createdAt: at(6) }))).not.toHaveProperty('order');
    expect(fate({ ...repeat, heardAt: at(26) }, order())).not.toHaveProperty('order');
  });

  test('a block says what it switched off', () => {
    const message = heard(5, { reading: { kind: 'block' } });
    const reason = (paused: number) => reasonOf(decide(message, []), message, paused);
    expect(reason(1)).toBe('Карта или счёт заблокированы: реквизит приостановлен');
    expect(reason(3)).toBe('Карта или счёт заблокированы: приостановлено реквизитов: 3');
    expect(reason(0)).toBe('Карта или счёт заблокированы: в кабинете такого реквизита нет');
  });
});
