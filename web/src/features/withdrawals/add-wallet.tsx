import { Button } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { May } from '@/session/may';
import { newWallet } from './new-wallet';
import type { Side } from './sides';

/** The button that adds a wallet. */
export function addWallet(side: Side, variant: 'filled' | 'default' = 'filled'): ComponentType {
  const NewWallet = newWallet(side);
  return function AddWallet() {
    const { t } = useTranslation();
    const [isAdding, setAdding] = useState(false);
    return (
      <May right={side.rights.wallets}>
        <Button variant={variant} onClick={() => setAdding(true)}>
          {t('wallets.add')}
        </Button>
        {isAdding && <NewWallet onClose={() => setAdding(false)} />}
      </May>
    );
  };
}
