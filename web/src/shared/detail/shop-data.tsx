import { useTranslation } from 'react-i18next';
import { Card, FactsList } from './facts';

interface ShopDataProps {
  of: { payer_id?: string | null | undefined; metadata?: Record<string, string> | undefined };
  /** Whom the shop's number names. */
  whom: 'payer' | 'recipient';
}

/** What the shop keeps of its own beside an order or a payout; nothing when it keeps nothing. */
export function ShopData({ of: { payer_id: number, metadata = {} }, whom }: ShopDataProps) {
  const { t } = useTranslation();
  const own = Object.entries(metadata);
  if (!number && own.length === 0) return null;
  return (
    <Card title={t('shopData.title')}>
      {number && <FactsList facts={[[t(`shopData.${whom}`), number]]} />}
      {own.length > 0 && <FactsList facts={own} />}
    </Card>
  );
}
