import { MAX_LENGTH, MAX_MESSAGE_LENGTH } from '@kantor/contract/plain/limits.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Explanation, useExplainMessageMutation } from '@/api/platform-figures';
import { useAction } from '@/shared/action/use-action';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import { formatAmount } from '@/shared/lib/format-amount';
import classes from './reading.module.css';
import figures from './figures.module.css';
import { type Texts, useTexts } from './texts';

const NOTHING = { application: '', title: '', text: '', is_notification: false };

/** A pasted text, and how it is read. */
export function ReadText() {
  const t = useTexts();
  const [typed, setTyped] = useState(NOTHING);
  const [explain, { data, isLoading }] = useExplainMessageMutation();
  const ask = useAction(explain, { failure: t('figures:reading.askFailed') });
  const field = (name: 'application' | 'title' | 'text') => ({
    label: t(`figures:reading.${name}`),
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  return (
    <section className={figures.section} aria-labelledby="reading-ask">
      <h2 id="reading-ask">{t('figures:reading.ask')}</h2>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void ask(typed);
        }}
      >
        <TextField {...field('application')} maxLength={MAX_LENGTH.application} />
        <TextField {...field('title')} maxLength={MAX_LENGTH.application} />
        <TextAreaField {...field('text')} maxLength={MAX_MESSAGE_LENGTH} />
        <CheckboxField
          label={t('figures:reading.isNotification')}
          value={typed.is_notification}
          onChange={(value) => setTyped({ ...typed, is_notification: value })}
        />
        <p className={figures.definition}>{t('figures:reading.askHelp')}</p>
        <div>
          <Button type="submit" disabled={isLoading || typed.application.trim() === '' || typed.text.trim() === ''}>
            {t('figures:reading.show')}
          </Button>
        </div>
      </form>
      <div role="status">{data && <Read explanation={data} />}</div>
    </section>
  );
}

const inRoubles = (amount: string | number) => `${formatAmount(amount)}\u00a0₽`;

function factsOf(t: Texts, { kind, hindrance, phrase, ...read }: Explanation): Fact[] {
  return [
    [t('figures:reading.kind'), t(`figures:reading.kinds.${kind}`)],
    ...(hindrance === null ? [] : [[t('figures:reading.why'), t(`figures:reading.hindrances.${hindrance}`)] as const]),
    [t('figures:reading.bank'), read.bank ?? t('figures:reading.unknownBank')],
    ...(read.amount === null ? [] : [[t('figures:reading.amount'), inRoubles(read.amount)] as const]),
    ...(read.balance === null ? [] : [[t('figures:reading.balance'), inRoubles(read.balance)] as const]),
    ...(read.tail === null ? [] : [[t('figures:reading.tail'), `•${read.tail}`] as const]),
    ...(read.sender === null ? [] : [[t('figures:reading.sender'), read.sender] as const]),
    ...(phrase === null ? [] : [[t('figures:reading.phrase'), phrase] as const]),
    [t('figures:reading.grammar'), read.grammar ?? t('figures:reading.common')],
  ];
}

function Read({ explanation }: { explanation: Explanation }) {
  const t = useTexts();
  return (
    <div className={classes.read}>
      <FactsCard title={t('figures:reading.ask')} facts={factsOf(t, explanation)} />
      <h3>{t('figures:reading.pieces')}</h3>
      <ol className={classes.pieces}>
        {explanation.pieces.flatMap(({ text, part }, place) =>
          part === null
            ? []
            : [
                <li key={`${place} ${text}`} data-part={part}>
                  <b>{text.trim()}</b>
                  <small>{t(`figures:reading.parts.${part}`)}</small>
                </li>,
              ],
        )}
      </ol>
    </div>
  );
}
