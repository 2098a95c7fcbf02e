import { FileField } from '@/shared/form/file-field';
import { useAppealTexts } from '@/shared/i18n/appeal';

const ACCEPTED = '.png,.jpeg,.jpg,.pdf';
export const isAccepted = ({ name }: File): boolean => /\.(?:png|jpe?g|pdf)$/i.test(name);

interface FileChoiceProps {
  label: string;
  hint?: string | undefined;
  value: File | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange: (file: File | undefined) => void;
}

/** The one file of a step. */
export function FileChoice({ label, hint, value: file, error, disabled, onChange }: FileChoiceProps) {
  const t = useAppealTexts();
  return (
    <FileField
      label={label}
      accept={ACCEPTED}
      file={file}
      hint={hint}
      error={file && !isAccepted(file) ? t('appeal:payer.type') : error}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
