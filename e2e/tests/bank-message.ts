import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { getCabinetQr, listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { bankAccount } from '@kantor/demo/bank-account.ts';
import { drawPayer, incomeMessage } from '@kantor/demo/bank-texts.ts';
import { asPerson, testedServer } from './api.ts';
import type { ShopOrder } from './people.ts';
import { pair, scan } from './phone.ts';

/**
 * Has the bank write to the phone of trader2's requisite that money for the order has come.
 * @param missing kopecks by which it is less than the order's sum.
 * @returns the text, and the sum in roubles.
 */
export async function tellOfIncome(
  request: APIRequestContext,
  { id, amount, requisite }: ShopOrder,
  missing = 0n,
): Promise<{ text: string; sum: string }> {
  const { call } = asPerson(testedServer(request), 'trader2');
  const { short_name: name } = (await call(getOrder, { params: { id } })).bank_detail;
  const { results: cabinets } = await call(listCabinets, { query: { page_size: 100 } });
  const own = cabinets.filter(({ bank_detail: requisites }) => requisites.some((other) => other.short_name === name));
  expect(own, `cabinets of ${name}`).toHaveLength(1);
  const phone = await pair(await scan(await call(getCabinetQr, { params: { id: own[0]?.id ?? '' } })));
  const first = () => 0;
  const came = (parseMinorUnits(String(amount), SCALE.rub) ?? 0n) - missing;
  const { application, text } = incomeMessage(first, requisite.bank_name, {
    amount: came,
    balance: 15_000_00n,
    tail: bankAccount(requisite.bank_name, requisite).tail,
    payer: drawPayer(first),
    at: new Date(),
  });
  const answer = await phone.notify(application, text);
  expect(answer.status, await answer.text()).toBe(200);
  return { text, sum: formatMinorUnits(came, SCALE.rub) };
}
