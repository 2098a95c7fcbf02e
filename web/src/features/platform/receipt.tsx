import { useState } from 'react';
import { Card } from '@/shared/detail/facts';
import classes from './contested.module.css';
import { useTexts } from './texts';

interface ReceiptProps {
  file: { url: string; name: string } | null | undefined;
}

/** What its payer, or its trader, sent as a proof: a picture stands on the page, a pdf opens by its name. */
export function Receipt({ file }: ReceiptProps) {
  const t = useTexts();
  return (
    <Card title={t('platform:contested.receipt')}>
      {file ? <Proof key={file.url} {...file} /> : <p className={classes.none}>{t('platform:contested.noReceipt')}</p>}
    </Card>
  );
}

function Proof({ url, name }: { url: string; name: string }) {
  const t = useTexts();
  // A name is what its sender says: what turns out to be no picture keeps its link.
  const [isPicture, setIsPicture] = useState(!/\.pdf$/i.test(name));
  return (
    <a className={classes.file} href={url} target="_blank" rel="noreferrer">
      {isPicture && (
        <img
          className={classes.picture}
          src={url}
          alt={t('platform:contested.picture', { name })}
          onError={() => setIsPicture(false)}
        />
      )}
      <span>{name}</span>
    </a>
  );
}
