import { MAX_APPEAL_FILES } from '@kantor/contract/plain/appeals.ts';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { useNavigate } from 'react-router';
import { useOpenAppealByClaimMutation, useOpenAppealMutation } from '@/api/appeals';
import { type OrderDetail, type PayerClaim, useGetPayerClaimQuery } from '@/api/orders';
import { FileField } from '@/shared/form/file-field';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { useAppealTexts } from '@/shared/i18n/appeal';
import { paths } from '@/shared/lib/paths';
import classes from './open-appeal.module.css';

const ACCEPTED = '.png,.jpeg,.jpg,.pdf';
const isAccepted = ({ name }: File): boolean => /\.(?:png|jpe?g|pdf)$/i.test(name);
const decimalOf = (text: string): string => text.replaceAll(/[\s\u{A0}]/gu, '').replace(',', '.');
const isDecimal = (text: string): boolean => /^\d+(\.\d{1,2})?$/.test(decimalOf(text)) && Number(decimalOf(text)) > 0;

interface Fields {
  amount: string;
  comment: string;
  file: File | undefined;
}

interface OpenAppealProps {
  order: OrderDetail;
  onClose: () => void;
}

/** A new appeal: the sum that was paid, the payer's words and the first receipt. What the payer has said is its draft. */
export default function OpenAppealForm({ order, onClose }: OpenAppealProps) {
  const { data, isLoading } = useGetPayerClaimQuery(order.id, { skip: !order.claim });
  return isLoading ? null : <Draft order={order} claim={data?.claim ?? undefined} onClose={onClose} />;
}

function Draft({ order, claim, onClose }: OpenAppealProps & { claim: PayerClaim | undefined }) {
  const t = useAppealTexts();
  const navigate = useNavigate();
  const [open] = useOpenAppealMutation();
  const [openByClaim] = useOpenAppealByClaimMutation();
  const receipts = claim?.receipts ?? [];
  const isByClaim = receipts.length > 0;
  const form = useForm<Fields, { id: string }>({
    initial: { amount: String(order.amount), comment: claim?.comment ?? '', file: undefined },
    save: ({ amount, comment, file }, key) => {
      const words = { id: order.id, key, amount: decimalOf(amount), comment: comment.trim() };
      return isByClaim ? openByClaim(words) : open({ ...words, file: file as File });
    },
    texts: { success: t('appeal:open.done'), failure: t('appeal:open.failed') },
    isComplete: ({ amount, file }) => isDecimal(amount) && (isByClaim || (file !== undefined && isAccepted(file))),
    onSaved: ({ id }) => {
      onClose();
      void navigate(paths.appeal(id));
    },
  });
  const { value: file, error, onChange } = form.field('file');
  return (
    <FormDialog
      title={t('appeal:open.title', { order: order.short_name })}
      form={form}
      submitText={t('appeal:open.text')}
      onClose={onClose}
    >
      <TextField label={t('appeal:open.amount')} maxLength={20} {...form.field('amount')} />
      <TextAreaField
        label={t('appeal:open.comment')}
        hint={t('appeal:open.commentHint')}
        maxLength={MAX_LENGTH.reason}
        {...form.field('comment')}
      />
      {isByClaim ? (
        <section aria-labelledby="payers-receipts">
          <h3 id="payers-receipts" className={classes.receiptsTitle}>
            {t('appeal:open.receipts')}
          </h3>
          <ul className={classes.receipts}>
            {receipts.map(({ url, name }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <p className={classes.receiptsNote}>{t('appeal:open.receiptsNote', { n: MAX_APPEAL_FILES })}</p>
        </section>
      ) : (
        <FileField
          label={t('appeal:open.file')}
          accept={ACCEPTED}
          file={file}
          hint={t('appeal:open.more', { n: MAX_APPEAL_FILES })}
          error={file && !isAccepted(file) ? t('appeal:payer.type') : error}
          disabled={form.isBusy}
          onChange={onChange}
        />
      )}
    </FormDialog>
  );
}
