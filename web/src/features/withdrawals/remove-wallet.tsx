import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Wallet } from '@/api/wallets';
import { May } from '@/session/may';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { middleEllipsis } from '@/shared/lib/format-id';
import { textOf } from '@/shared/lib/text-of';
import type { Side } from './sides';

/** The button that removes a wallet: it asks first, and names the wallet. */
export function removeWallet({ useRemoveWallet, rights }: Side): ComponentType<{ wallet: Wallet }> {
  return function RemoveWallet({ wallet: { id, wallet_to_withdraw: sent } }) {
    const { t } = useTranslation();
    const number = textOf(sent);
    const [remove] = useRemoveWallet();
    const run = useAction(remove, { success: t('wallets.removed'), failure: t('errors.run') });
    return (
      <May right={rights.wallets}>
        <AskButton
          size="xs"
          variant="default"
          label={t('wallets.removeOf', { number })}
          question={{
            title: t('wallets.removeTitle', { number: middleEllipsis(number) }),
            text: t('wallets.removeText'),
            confirmText: t('wallets.remove'),
            danger: true,
          }}
          onConfirm={() => run(String(id))}
        >
          {t('wallets.remove')}
        </AskButton>
      </May>
    );
  };
}
