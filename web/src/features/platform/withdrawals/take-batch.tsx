import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { MAX_BATCH } from '@kantor/contract/plain/limits.ts';
import type { OpenWithdrawal } from '@/api/platform-withdrawals';
import { ActButton } from '@/acts/platform/act-button';
import { useDeskTexts } from '@/shared/i18n/desk';
import { saveFile } from '@/acts/exports/save-file';

/** What the wallet reads: UTF-8, a transfer a line. */
const batchFile = (withdrawals: readonly OpenWithdrawal[]): string =>
  ['id;address;amount', ...withdrawals.map(({ id, wallet, amount_in_usdt: amount }) => `${id};${wallet};${amount}`)]
    .map((line) => `${line}\r\n`)
    .join('');

/** Takes the chosen withdrawals, and gives them as a file for the wallet. */
export function TakeBatch({ withdrawals }: { withdrawals: readonly OpenWithdrawal[] }) {
  const t = useDeskTexts();
  const n = withdrawals.length;
  if (n === 0 || n > MAX_BATCH)
    return (
      <span>{n === 0 ? t('desk:withdrawals.chooseHint') : t('desk:withdrawals.tooMany', { max: MAX_BATCH })}</span>
    );
  return (
    <ActButton
      action={actions.sendWithdrawals}
      title={t('desk:withdrawals.batchTitle', { n })}
      text={t('desk:withdrawals.batch', { n })}
      confirmText={t('desk:withdrawals.batchTake')}
      body={{ ids: withdrawals.map(({ id }) => id) }}
      onDone={() => saveFile('withdrawals.csv', 'text/csv', batchFile(withdrawals))}
    />
  );
}
