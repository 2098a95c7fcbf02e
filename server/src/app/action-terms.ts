import { SCALE } from '@kantor/contract/plain/money.ts';
import { DAY, MINUTE } from '../kernel/clock.ts';
import type { ActionTerms } from '../modules/actions/index.ts';
import type { Settings } from './settings.ts';

type Given = Partial<Pick<Settings, 'reversalDays' | 'secondOperatorAbove' | 'tron' | 'rates'>>;

const USUAL_SECOND_ABOVE = 10_000n * 10n ** BigInt(SCALE.usdt);
const USUAL_RATES = { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: DAY };

/** The terms of what the platform's people do, of the settings of the process. */
export function actionTerms({
  reversalDays = 30,
  secondOperatorAbove = USUAL_SECOND_ABOVE,
  tron,
  rates,
}: Given): ActionTerms {
  const { url, apiKey, contract = '' } = tron ?? {};
  return {
    chainNode: url === undefined ? undefined : { url, apiKey, contract },
    reversalDays,
    secondOperatorAbove,
    rates: { rules: rates?.rules ?? USUAL_RATES, hasSource: rates?.source !== undefined },
    depositKey: tron?.depositKey,
  };
}
