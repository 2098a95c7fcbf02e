import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewWallet } from './new-wallet';

export function AddWallet() {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button onClick={() => setAdding(true)}>{t('wallets.add')}</Button>
      {isAdding && <NewWallet onClose={() => setAdding(false)} />}
    </>
  );
}
