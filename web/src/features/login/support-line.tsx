import { useTranslation } from 'react-i18next';
import { useGetSupportQuery } from '@/api/user';
import classes from './login-page.module.css';

/** Who gives another password, and how they are reached. Nothing where the server does not know the call. */
export function SupportLine() {
  const { t } = useTranslation();
  const { data } = useGetSupportQuery();
  if (!data) return null;
  const contact = typeof data.contact === 'string' ? data.contact : '';
  return (
    <p className={classes.support}>
      {t('login.passwordBy')}
      {contact !== '' && (
        <>
          {': '}
          <Contact text={contact} />
        </>
      )}
    </p>
  );
}

function Contact({ text }: { text: string }) {
  const href = hrefOf(text);
  if (href === undefined) return text;
  return (
    <a href={href} {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}>
      {text}
    </a>
  );
}

/** Where a contact leads; undefined when it is a text. */
function hrefOf(text: string): string | undefined {
  if (/^https?:\/\/\S+$/i.test(text)) return text;
  if (/^t\.me\/[\w+/-]+$/i.test(text)) return `https://${text}`;
  if (/^@\w{4,32}$/.test(text)) return `https://t.me/${text.slice(1)}`;
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  if (/^\+[\d ()-]{7,24}$/.test(text)) return `tel:${text.replaceAll(/[^+\d]/g, '')}`;
  return undefined;
}
