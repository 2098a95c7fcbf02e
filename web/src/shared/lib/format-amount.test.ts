import { describe, expect, test } from 'vitest';
import { formatAmount, formatCount, formatDecimal, formatUsdt, inRub, inUsdt, rateInRub } from './format-amount';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('amounts', () => {
  test.each([
    ['1234.5', '1 234,50'],
    ['4938', '4 938,00'],
    ['0', '0,00'],
    ['0.005', '0,01'],
    ['999999999999999.99', '999 999 999 999 999,99'],
    ['-12.3', '−12,30'],
    ['-0.001', '0,00'],
    ['1.', '1,00'],
    [1234.5, '1 234,50'],
    [1e21, '1 000 000 000 000 000 000 000,00'],
    [1e-7, '0,00'],
  ])('%s is shown as %s', (value, text) => {
    expect(plain(formatAmount(value))).toBe(text);
  });

  test.each([null, undefined, '', 'abc', '1e3', '1,5', Number.NaN, Infinity])('%s is a dash', (value) => {
    expect(formatAmount(value)).toBe('—');
  });

  test('thousands stand apart by no-break spaces, so that an amount never breaks in two', () => {
    expect(formatAmount('1234567.5')).toBe('1\u00a0234\u00a0567,50');
  });

  test('a sum stays on one line with its unit', () => {
    expect(inRub('1234.5')).toBe('1\u00a0234,50\u00a0₽');
    expect(inUsdt('16.304348')).toBe('16,304348\u00a0USDT');
  });

  test('USDT keeps two to six places', () => {
    expect(formatUsdt('16.304348')).toBe('16,304348');
    expect(formatUsdt('16.300000')).toBe('16,30');
    expect(formatUsdt('16.3000004')).toBe('16,30');
  });

  test('a rate keeps two to four places, a count none', () => {
    expect(rateInRub('92.5000')).toBe('92,50\u00a0₽');
    expect(rateInRub('92.3512')).toBe('92,3512\u00a0₽');
    expect(plain(formatCount(12408))).toBe('12 408');
  });

  test('no digit is lost: what is shown reads back as what was sent', () => {
    for (let index = 0; index < 2000; index++) {
      const kopecks = (BigInt(index) * 987_654_321_987n + 7n) % 10n ** 15n;
      const digits = kopecks.toString().padStart(3, '0');
      const sent = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      const shown = formatDecimal(sent, 2, 2);
      expect(shown.replaceAll('\u00a0', '').replace(',', '.')).toBe(sent);
      expect(shown).toMatch(/^\d{1,3}(\u00a0\d{3})*,\d{2}$/);
    }
  });
});
