import classes from '@/acts/appeal/desk.module.css';
import { Files } from '@/acts/appeal/files';
import { Card } from '@/shared/detail/facts';
import { useTexts } from './texts';

interface ReceiptProps {
  file: { url: string; name: string } | null | undefined;
}

/** What its trader sent as a proof. A name is what its sender says: what turns out to be no picture keeps its link. */
export function Receipt({ file }: ReceiptProps) {
  const t = useTexts();
  const title = t('platform:contested.receipt');
  return (
    <Card title={title}>
      {file ? (
        <Files files={[{ ...file, is_picture: !/\.pdf$/i.test(file.name) }]} label={title} />
      ) : (
        <p className={classes.none}>{t('platform:contested.noReceipt')}</p>
      )}
    </Card>
  );
}
