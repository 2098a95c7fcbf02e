import { notifications } from '@mantine/notifications';
import { i18n } from '../i18n/i18n';
import classes from './toast.module.css';

/** A success is read in passing; a failure stays until it is closed. */
const SUCCESS_MS = 5000;

function show(tone: 'success' | 'danger', text: string, detail?: string): void {
  // The same text is shown once: a toast with a known id is not added again.
  const id = `${tone}:${text}:${detail ?? ''}`;
  notifications.show({
    id,
    ...(detail === undefined ? { message: text } : { title: text, message: detail }),
    role: tone === 'danger' ? 'alert' : 'status',
    className: classes[tone] ?? '',
    autoClose: tone === 'success' ? SUCCESS_MS : false,
    closeButtonProps: { 'aria-label': i18n.t('actions.close') },
  });
}

export const toast = {
  success: (text: string): void => show('success', text),
  /** @param detail the server's sentence on what can be done about it */
  failure: (text: string, detail?: string): void => show('danger', text, detail),
};
