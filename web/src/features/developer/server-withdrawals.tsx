import {
  type ApiKey,
  useGetApiKeysQuery,
  useGetServerWithdrawalsQuery,
  useSetServerWithdrawalsMutation,
} from '@/api/api-keys';
import { May } from '@/session/may';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { textOf } from '@/shared/lib/text-of';
import { StaleNote } from '@/shared/ui/states';
import { isInForce } from './api-key-columns';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

/** Whether keys withdraw, and the owner's way to let them or to stop them. */
export function ServerWithdrawals() {
  const t = useTexts();
  const { currentData: setting, isError, refetch } = useGetServerWithdrawalsQuery();
  if (!setting) return isError && <StaleNote onRetry={refetch} />;
  return (
    <section className={classes.section} aria-labelledby="server-withdrawals">
      <div className={classes.head}>
        <h2 id="server-withdrawals">{t('webhooks:serverWithdrawals.title')}</h2>
        <May right="withdrawals.by_server">
          <Change key={String(setting.is_on)} isOn={setting.is_on} />
        </May>
      </div>
      <p>{t(`webhooks:serverWithdrawals.${setting.is_on ? 'on' : 'off'}`)}</p>
    </section>
  );
}

/** Of live keys: the others are in a world without withdrawals. */
const withdraws = (key: ApiKey): boolean => isInForce(key) && key.scopes.includes('withdrawals');

function Change({ isOn }: { isOn: boolean }) {
  const t = useTexts();
  const { currentData: keys = [] } = useGetApiKeysQuery();
  const [set] = useSetServerWithdrawalsMutation();
  const run = useAction(set, {
    success: t(`webhooks:serverWithdrawals.${isOn ? 'turnedOff' : 'turnedOn'}`),
    failure: t('webhooks:serverWithdrawals.failed'),
  });
  const names = keys.filter(withdraws).map(({ name }) => `«${textOf(name)}»`);
  const whatThen =
    names.length > 0
      ? t('webhooks:serverWithdrawals.keys', { names: names.join(', ') })
      : t('webhooks:serverWithdrawals.noKeys');
  return (
    <AskButton
      size="xs"
      variant="default"
      question={
        isOn
          ? {
              title: t('webhooks:serverWithdrawals.offTitle'),
              text: t('webhooks:serverWithdrawals.offText'),
              confirmText: t('webhooks:serverWithdrawals.turnOff'),
            }
          : {
              title: t('webhooks:serverWithdrawals.onTitle'),
              text: whatThen,
              confirmText: t('webhooks:serverWithdrawals.turnOn'),
            }
      }
      onConfirm={() => run({ is_on: !isOn })}
    >
      {t(`webhooks:serverWithdrawals.${isOn ? 'turnOff' : 'turnOn'}`)}
    </AskButton>
  );
}
