import { FACTS, type FactName, NOTES } from '@kantor/contract/plain/action-facts.ts';
import { ACCOUNT_PARTS } from '@kantor/contract/plain/money-trail.ts';
import { MEMBER_ROLES } from '@kantor/contract/plain/rights.ts';
import { describe, expect, test } from 'vitest';
import { type DeskTexts, NAMESPACES } from '@/shared/i18n/desk';
import en from '@/shared/i18n/desk.en.json';
import ru from '@/shared/i18n/desk.ru.json';
import journalEn from '@/shared/i18n/journal.en.json';
import journalRu from '@/shared/i18n/journal.ru.json';
import { i18n } from '@/shared/i18n/i18n';
import { factName, factText } from './fact-text';

const t: DeskTexts = i18n.getFixedT('ru', NAMESPACES);
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('what an action says', () => {
  test('has a word for each fact, and for none that there is not', () => {
    for (const texts of [ru, en]) expect(Object.keys(texts.fact).toSorted()).toEqual(Object.keys(FACTS).toSorted());
    for (const part of ACCOUNT_PARTS.slice(0, 4)) expect(FACTS).toHaveProperty(`${part}_usdt`);
  });

  test('has a sentence for each note, and for none that there is not', () => {
    for (const texts of [ru, en]) expect(Object.keys(texts.note).toSorted()).toEqual([...NOTES].toSorted());
  });

  test('has a word for each role', () => {
    const roles = new Set<string>([...Object.keys(MEMBER_ROLES), ...Object.values(MEMBER_ROLES).flat()]);
    for (const texts of [journalRu, journalEn])
      expect(Object.keys(texts.roles).toSorted()).toEqual([...roles].toSorted());
  });

  test('names whose balance it is', () => {
    expect(factName(t, { name: 'available_usdt', of: 'ivan' })).toBe('ivan: Доступно');
    expect(factName(t, { name: 'fee_bp', of: null })).toBe('Комиссия с заказа');
    expect(factName(t, { name: 'new_one', of: null })).toBe('new_one');
  });

  test.for([
    ['fee_bp', 450, '4,5 %'],
    ['active_orders', '1200', '1 200'],
    ['active_orders', 'none', 'без предела'],
    ['active_sum', '3000000.00 RUB', '3 000 000,00 ₽'],
    ['active_sum', 'none', 'без предела'],
    ['revenue_usdt_moved', '+1.5', '1,50 USDT'],
    ['available_usdt', '-12.345678', '−12,345678 USDT'],
    ['paid_rub', '1000', '1 000,00 ₽'],
    ['rate', '92.35', '92,35 ₽'],
    ['blocked_at', '2026-01-01T21:30:00Z', '02.01.2026, 00:30'],
    ['blocked_at', null, '—'],
    ['traffic_on', false, 'выключено'],
    ['payout_enable', true, 'включено'],
    ['role', 'shift', 'смена'],
    ['password', 'changed', 'новый'],
    ['order_status', 'EXPIRED', 'Истёк'],
    ['status', 'OF_TOMORROW', 'OF_TOMORROW'],
    ['freed_payouts', 'a, b (it had a proof)', 'a, b (был чек)'],
    ['reason', '42', '42'],
  ] satisfies [FactName, string | number | boolean | null, string][])('%s %s is written %s', ([name, value, text]) => {
    expect(plain(factText(t, name, value))).toBe(text);
  });
});
