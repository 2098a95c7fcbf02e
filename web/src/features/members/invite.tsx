import { MEMBER_ROLES, type MemberRole, type Role } from '@kantor/contract/plain/rights.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCreateInvitationMutation } from '@/api/members';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { FormDialog } from '@/shared/form/form-dialog';
import { SelectField } from '@/shared/form/select-field';
import { useForm } from '@/shared/form/use-form';
import { paths } from '@/shared/lib/paths';
import { CopyButton } from '@/shared/ui/copy-button';
import classes from './members.module.css';
import { useTexts } from './texts';

/** Asks for a role, then shows the link: this once. */
export function Invite({ role: accountRole, onClose }: { role: Role; onClose: () => void }) {
  const t = useTexts();
  const [token, setToken] = useState<string>();
  const [create] = useCreateInvitationMutation();
  const roles: readonly MemberRole[] = MEMBER_ROLES[accountRole];
  const form = useForm<{ role: MemberRole | '' }, { token: string }>({
    initial: { role: '' },
    save: ({ role }) => create({ role: roles.find((each) => each === role) ?? 'owner' }),
    texts: { failure: t('members:inviteFailed') },
    isComplete: ({ role }) => role !== '',
    onSaved: (made) => setToken(made.token),
  });
  if (token !== undefined) return <MadeInvitation token={token} onClose={onClose} />;
  const field = form.field('role');
  const chosen = roles.find((each) => each === field.value);
  return (
    <FormDialog title={t('members:invite')} form={form} submitText={t('members:invite')} onClose={onClose}>
      <SelectField
        label={t('members:role')}
        placeholder={t('members:choose')}
        hint={chosen && t(`members:does.${chosen}`)}
        options={roles.map((value) => ({ value, label: t(`members:roles.${value}`) }))}
        {...field}
        onChange={(value) => field.onChange(roles.find((each) => each === value) ?? '')}
      />
    </FormDialog>
  );
}

/** Escape does not close it: the link would be gone. */
function MadeInvitation({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTexts();
  const link = new URL(paths.invitation(token), window.location.origin).href;
  return (
    <Dialog title={t('members:madeTitle')} isBusy onClose={onClose}>
      <p>{t('members:made')}</p>
      <code className={classes.link}>{link}</code>
      <DialogActions>
        <CopyButton value={link}>{t('members:copy')}</CopyButton>
        <Button onClick={onClose}>{t('members:done')}</Button>
      </DialogActions>
    </Dialog>
  );
}
