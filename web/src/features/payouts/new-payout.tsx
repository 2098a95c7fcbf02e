import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCreatePayoutMutation } from '@/api/payouts';
import { useRole } from '@/session/use-user';
import { paths } from '@/shared/lib/paths';
import { useQuestion } from '@/shared/dialog/use-question';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormScreen } from '@/shared/form/form-screen';
import { MoneyField } from '@/shared/form/money-field';
import { isMoneyOrNone, isSum, parseMoneyInput, wholeAmount } from '@/shared/form/money-input';
import { SwitchField } from '@/shared/switch/switch';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { PayoutQuestion } from './payout-question';
import { RecipientBank } from './recipient-bank';

/** Only a merchant has this screen; for others it is an empty page. */
export function Component() {
  return useRole() === 'merchant' ? <NewPayout /> : null;
}

interface Draft {
  amount: string;
  fio: string;
  phone: string;
  bank_account: string;
  is_sbp: boolean;
  /** Empty for none. */
  recipient_bank: string;
}

const BLANK: Draft = { amount: '', fio: '', phone: '', bank_account: '', is_sbp: false, recipient_bank: '' };

/** The first field that is still missing. */
function missingIn(draft: Draft) {
  if (!isSum(draft.amount, 'wholeRub')) return 'amount';
  if (draft.fio.trim() === '') return 'name';
  if (draft.phone.trim() === '' && draft.bank_account.trim() === '') return 'target';
  return undefined;
}

function NewPayout() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [create] = useCreatePayoutMutation();
  const question = useQuestion();
  const form = useForm({
    initial: BLANK,
    save: ({ amount, fio, phone, bank_account: account, is_sbp, recipient_bank: bank }, key) => {
      const body = {
        amount: wholeAmount(amount, 'wholeRub'),
        fio: fio.trim(),
        phone: phone.trim(),
        bank_account: account.trim(),
        is_sbp,
        ...(is_sbp && bank !== '' && { recipient_bank: bank }),
      };
      return create({ key, body });
    },
    texts: { failure: t('payouts.createFailed') },
    isComplete: (fields) => missingIn(fields) === undefined,
    ask: question.ask,
    onSaved: () => navigate(paths.payouts, { replace: true }),
  });
  // Of an amount that is none the field itself says what is wrong.
  const missing = isMoneyOrNone(form.fields.amount, 'wholeRub') ? missingIn(form.fields) : undefined;
  // Both fields stay open to both kinds, as the specification has it: the hints say which one the money follows.
  const kind = form.fields.is_sbp ? 'sbp' : 'c2c';

  return (
    <>
      <FormScreen
        title={t('payouts.newTitle')}
        back={{ to: paths.payouts, label: t('sections.payouts') }}
        form={form}
        submitText={t('form.save')}
        missing={missing && t(`payouts.missing.${missing}`)}
      >
        <FieldsCard title={t('payouts.newTitle')}>
          <MoneyField label={t('fields.amount')} kind="wholeRub" unit={t('units.rub')} {...form.field('amount')} />
          <TextField label={t('payouts.fio')} maxLength={MAX_LENGTH.fio} {...form.field('fio')} />
          <SwitchField label={t('payouts.sbp')} hint={t(`payouts.kindHint.${kind}`)} isWide {...form.field('is_sbp')} />
          <TextField
            label={t('payouts.phone')}
            hint={t(`payouts.phoneHint.${kind}`)}
            type="tel"
            maxLength={MAX_LENGTH.phone}
            {...form.field('phone')}
          />
          <TextField
            label={t('payouts.account')}
            hint={t(`payouts.accountHint.${kind}`)}
            inputMode="numeric"
            maxLength={MAX_LENGTH.bankAccount}
            {...form.field('bank_account')}
          />
          {form.fields.is_sbp && <RecipientBank {...form.field('recipient_bank')} />}
        </FieldsCard>
      </FormScreen>
      {question.isAsked && (
        <PayoutQuestion
          amount={parseMoneyInput(form.fields.amount, 'wholeRub').amount ?? ''}
          fio={form.fields.fio.trim()}
          to={[form.fields.phone.trim(), form.fields.bank_account.trim()]}
          onAnswer={question.settle}
        />
      )}
    </>
  );
}
