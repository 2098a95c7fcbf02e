import { useState } from 'react';
import { getLiquidity, type LiquidityArgs, useGetLiquidityQuery } from '@/api/platform-figures';
import { PRELOAD, type Preload } from '@/shared/lib/query-call';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import screen from '@/shared/ui/screen.module.css';
import { useTexts } from './texts';
import { Levels } from './levels';
import { Question } from './question';

const FIRST: LiquidityArgs = { method: 'sbp' };

export const preload: Preload = () => getLiquidity.initiate(FIRST, PRELOAD);

/** What orders of several sums would find now, and what stops the rest. */
export function Component() {
  const t = useTexts();
  const [asked, setLiquidityArgs] = useState<LiquidityArgs>(FIRST);
  const { data, currentData, isError, error, refetch } = useGetLiquidityQuery(asked);
  return (
    <div className={screen.screen}>
      <ScreenTitle>{t('sections.liquidity')}</ScreenTitle>
      <div className={screen.header}>
        <h1>{t('sections.liquidity')}</h1>
        {isError && data && <StaleNote onRetry={refetch} />}
      </div>
      <Question asked={asked} onAsk={setLiquidityArgs} />
      {isError && !data ? (
        <ErrorState title={t('figures:liquidity.loadError')} error={error} onRetry={refetch} />
      ) : (
        <Levels answer={data} isStale={currentData === undefined} />
      )}
    </div>
  );
}
