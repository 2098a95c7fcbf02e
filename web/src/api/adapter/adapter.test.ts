import { describe, expect, test } from 'vitest';
import { changed, numbered, toPayoutDetail, toWallets } from './shape';
import { toOrder, toOrderDetail, toWithdrawal } from './status';

describe('a status', () => {
  test.each([
    [{ human_status: 'Истёк' }, 'EXPIRED', 'Истёк'],
    [{ status: 'EXPIRED' }, 'EXPIRED', 'Истёк'],
    [{ status: 'EXPIRED', human_status: 'Просрочен' }, 'EXPIRED', 'Просрочен'],
    [{ human_status: 'Заморожен' }, 'UNKNOWN', 'Заморожен'],
    [{ status: 'FROZEN' }, 'UNKNOWN', 'FROZEN'],
    [{}, 'UNKNOWN', ''],
  ])('of %j has the code %s and the text %s', (sent, status, human_status) => {
    expect(toOrder(sent)).toEqual({ status, human_status });
  });

  test('of a withdrawal may be a code alone', () => {
    expect(toWithdrawal({ id: 'w1', status: 'CLOSED' })).toEqual({
      id: 'w1',
      status: 'CLOSED',
      human_status: 'Выполнен',
    });
  });
});

test('an order without history and appeal has an empty one and none', () => {
  const sent: object = { human_status: 'Активен' };
  expect(toOrderDetail(sent)).toEqual({
    status: 'ACTIVE',
    human_status: 'Активен',
    status_history: [],
    appeal: null,
  });
});

test('a proof may be only an address', () => {
  const photo = 'https://files.example/proof.png' as unknown as { url: string; name: string };
  expect(toPayoutDetail({ photo }).photo).toEqual({ url: photo, name: '' });
});

test('rows without an id are known by their place', () => {
  const rows = [{}, { id: '7' }] as { id: string }[];
  const page = numbered({ count: 2, results: rows }, undefined, { page: 3 });
  expect(page.results.map(({ id }) => id)).toEqual(['3/0', '7']);
});

test('a bare list of wallets is one, too; the shape says which are TRON addresses', () => {
  const tron = { wallet_to_withdraw: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' };
  const other = { wallet_to_withdraw: '0x52908400098527886E0F7030069857D2E4169EE7' };
  expect(toWallets([tron, other]).map(({ is_valid: isValid }) => isValid)).toEqual([true, false]);
  expect(toWallets({ count: 1, results: [{ ...tron, is_valid: false }] })).toEqual([{ ...tron, is_valid: false }]);
});

test('a change that answers nothing changes nothing', () => {
  expect(changed(null)).toEqual({});
});
