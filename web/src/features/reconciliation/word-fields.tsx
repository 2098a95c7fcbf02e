import { MEANINGS } from '@kantor/contract/plain/reconciliations.ts';
import { SelectField } from '@/shared/form/select-field';
import type { ReconcileTexts } from '@/shared/i18n/reconcile';
import classes from './reconciliation.module.css';

type Meanings = Readonly<Record<string, string>>;

interface Props {
  kind: keyof typeof MEANINGS;
  /** The different words of the file. */
  words: readonly string[];
  meanings: Meanings;
  error: string | undefined;
  t: ReconcileTexts;
  onChange: (meanings: Meanings) => void;
}

/** What each word of the file's column of states means. */
export function WordFields({ kind, words, meanings, error, t, onChange }: Props) {
  const options = MEANINGS[kind].map((value) => ({
    value,
    label: t(`reconcile:meanings.${value}` as 'reconcile:meanings.IGNORE'),
  }));
  return (
    <fieldset className={classes.words}>
      <legend>{t('reconcile:words.title')}</legend>
      <div className={classes.fields}>
        {words.map((word) => (
          <SelectField
            key={word}
            label={`«${word}»`}
            placeholder={t('reconcile:words.choose')}
            options={options}
            value={meanings[word] ?? ''}
            onChange={(value) => onChange({ ...meanings, [word]: value })}
          />
        ))}
      </div>
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  );
}
