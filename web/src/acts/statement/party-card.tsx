import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Party, useGetPartyQuery, useSetPartyMutation } from '@/api/statement';
import { May } from '@/session/may';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { useStatementTexts } from '@/shared/i18n/statement';
import { Card } from '@/shared/settings/card';
import classes from './statement.module.css';

/** How the account names itself in its acts. */
export function PartyCard() {
  const t = useStatementTexts();
  const [isEditing, setEditing] = useState(false);
  const { currentData: party } = useGetPartyQuery();
  if (party === undefined) return null;
  const isEmpty = party.name === '';
  return (
    <Card
      title={t('statement:party.title')}
      actions={
        <May right="party.edit">
          <Button variant="default" size="xs" onClick={() => setEditing(true)}>
            {t('statement:party.change')}
          </Button>
        </May>
      }
    >
      <p className={classes.party}>
        {isEmpty ? t('statement:party.none') : [party.name, party.details].filter(Boolean).join('\n')}
      </p>
      {isEditing && <PartyForm party={party} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function PartyForm({ party, onClose }: { party: Party; onClose: () => void }) {
  const t = useStatementTexts();
  const [save] = useSetPartyMutation();
  const form = useForm<Party, null>({
    initial: party,
    save: (fields) => save(fields),
    texts: { success: t('statement:party.saved'), failure: t('statement:party.saveFailed') },
    isComplete: ({ name }) => name.trim() !== '',
    onSaved: onClose,
  });
  return (
    <FormDialog title={t('statement:party.title')} form={form} submitText={t('statement:party.save')} onClose={onClose}>
      <TextField
        label={t('statement:party.name')}
        hint={t('statement:party.nameHint')}
        maxLength={MAX_LENGTH.partyName}
        {...form.field('name')}
      />
      <TextAreaField
        label={t('statement:party.details')}
        hint={t('statement:party.detailsHint')}
        maxLength={MAX_LENGTH.partyDetails}
        {...form.field('details')}
      />
      <p className={classes.note}>{t('statement:party.kept')}</p>
    </FormDialog>
  );
}
