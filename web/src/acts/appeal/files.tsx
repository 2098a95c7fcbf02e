import { useState } from 'react';
import { useAppealTexts } from '@/shared/i18n/appeal';
import classes from './desk.module.css';

export interface ShownFile {
  name: string;
  url?: string | undefined;
  is_picture: boolean;
}

/** Files as they were sent: a picture stands on the page, a pdf opens by its name. */
export function Files({ files, label }: { files: readonly ShownFile[]; label: string }) {
  return (
    <ul className={classes.files} aria-label={label}>
      {files.map((file, n) => (
        // A link is signed anew with every answer: the place is what stays.
        <li key={`${n} ${file.name}`}>
          <OneFile {...file} />
        </li>
      ))}
    </ul>
  );
}

function OneFile({ url, name, is_picture: isPicture }: ShownFile) {
  const t = useAppealTexts();
  const [failedUrl, setFailedUrl] = useState<string>();
  if (url === undefined) return <span className={classes.note}>{name}</span>;
  return (
    <a className={classes.file} href={url} target="_blank" rel="noreferrer">
      {isPicture && failedUrl !== url && (
        <img
          className={classes.picture}
          src={url}
          alt={t('appeal:payer.picture', { name })}
          onError={() => setFailedUrl(url)}
        />
      )}
      <span>{name}</span>
    </a>
  );
}
