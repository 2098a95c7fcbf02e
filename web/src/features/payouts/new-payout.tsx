import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCreatePayoutMutation } from '@/api/payouts';
import { useRole } from '@/session/use-user';
import { paths } from '@/shared/lib/paths';
import { fieldErrors } from '@/shared/lib/problem';
import { useRequestKey } from '@/shared/form/use-request-key';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormScreen } from '@/shared/form/form-screen';
import { SwitchField } from '@/shared/form/switch';
import { TextField } from '@/shared/form/text-field';
import { WholeNumberField } from '@/shared/form/whole-number-field';
import { useAction } from '@/shared/action/use-action';

/** Only a merchant has this screen; for others it is an empty page. */
export function Component() {
  return useRole() === 'merchant' ? <NewPayout /> : null;
}

interface Draft {
  amount: number | null;
  fio: string;
  phone: string;
  bank_account: string;
  is_sbp: boolean;
}

const EMPTY: Draft = { amount: null, fio: '', phone: '', bank_account: '', is_sbp: false };

const LONGEST = { fio: 150, phone: 32, bank_account: 34 };

/** What is still missing, the first first. */
function missingIn(draft: Draft) {
  if (!draft.amount) return 'amount';
  if (draft.fio.trim() === '') return 'name';
  if (draft.phone.trim() === '' && draft.bank_account.trim() === '') return 'target';
  return undefined;
}

function NewPayout() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<ReturnType<typeof fieldErrors>>({});
  const key = useRequestKey();
  const [create] = useCreatePayoutMutation();
  const run = useAction(create, {
    failure: t('payouts.createFailed'),
    onFailure: (error) => {
      key.onFailure(error);
      setErrors(fieldErrors(error));
    },
  });

  const set = <Name extends keyof Draft>(name: Name) => ({
    value: draft[name],
    error: errors[name],
    onChange: (value: Draft[Name]) => {
      setDraft((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });
  const missing = missingIn(draft);
  const submit = async () => {
    const { amount, fio, phone, bank_account: account, is_sbp } = draft;
    if (!amount) return;
    const body = { amount, fio: fio.trim(), phone: phone.trim(), bank_account: account.trim(), is_sbp };
    if (await run({ key: key.read(), body })) await navigate(paths.payouts, { replace: true });
  };
  const sbp = set('is_sbp');

  return (
    <FormScreen
      title={t('payouts.newTitle')}
      back={{ to: paths.payouts, label: t('sections.payouts') }}
      submitText={t('form.save')}
      onSubmit={submit}
      isDirty={draft !== EMPTY}
      canSubmit={missing === undefined}
      missing={missing && t(`payouts.missing.${missing}`)}
    >
      <FieldsCard title={t('payouts.newTitle')}>
        <WholeNumberField label={t('fields.amount')} unit={t('units.rub')} {...set('amount')} />
        <TextField label={t('payouts.fio')} maxLength={LONGEST.fio} {...set('fio')} />
        <TextField label={t('payouts.phone')} type="tel" maxLength={LONGEST.phone} {...set('phone')} />
        <TextField
          label={t('payouts.account')}
          inputMode="numeric"
          maxLength={LONGEST.bank_account}
          {...set('bank_account')}
        />
        <SwitchField label={t('payouts.sbp')} checked={sbp.value} error={sbp.error} onChange={sbp.onChange} />
      </FieldsCard>
    </FormScreen>
  );
}
