import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGetBanksQuery } from '@/api/info';
import type { LiquidityArgs } from '@/api/platform-figures';
import { MoneyField } from '@/shared/form/money-field';
import { isSum, parseMoneyInput } from '@/shared/form/money-input';
import { SelectField } from '@/shared/form/select-field';
import { FilterButtons } from '@/shared/ui/filter-buttons';
import { useTexts } from './texts';
import classes from './liquidity.module.css';

const METHODS = ['sbp', 'c2c'] as const;
const ANY = 'any';

/** The method, the bank and a sum of one's own; without a sum the usual ones alone are counted. */
export function Question({ asked, onAsk }: { asked: LiquidityArgs; onAsk: (asked: LiquidityArgs) => void }) {
  const t = useTexts();
  const { data: banks = [] } = useGetBanksQuery();
  const [typed, setTyped] = useState('');
  const ask = () => {
    const { amount: _former, ...rest } = asked;
    const { amount } = parseMoneyInput(typed, 'wholeRub');
    if (amount === '') onAsk(rest);
    else if (amount !== undefined && isSum(typed, 'wholeRub')) onAsk({ ...rest, amount });
  };
  const chooseBank = (value: string) => {
    const { bank: _former, ...rest } = asked;
    onAsk(value === ANY ? rest : { ...rest, bank: Number(value) });
  };
  return (
    <form
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <FilterButtons
        label={t('figures:liquidity.method')}
        value={asked.method}
        options={METHODS.map((value) => ({ value, label: t(`figures:liquidity.methods.${value}`) }))}
        onChange={(method) => onAsk({ ...asked, method })}
      />
      <SelectField
        label={t('figures:liquidity.bank')}
        value={String(asked.bank ?? ANY)}
        placeholder={t('figures:liquidity.anyBank')}
        options={[
          { value: ANY, label: t('figures:liquidity.anyBank') },
          ...banks.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={chooseBank}
      />
      <MoneyField label={t('figures:liquidity.amount')} kind="wholeRub" unit="₽" value={typed} onChange={setTyped} />
      <Button type="submit" variant="default">
        {t('figures:liquidity.show')}
      </Button>
    </form>
  );
}
