import { DASH } from '../lib/format-amount';
import { CopyButton } from '../ui/copy-button';
import { Card } from '../detail/facts';
import { asText, spelledOut } from './plain-text';
import { prettyJson } from './pretty-json';
import classes from './raw-text.module.css';

/** A card of data as it came: in lines when it is JSON, scrolled inside, copied as it was. */
export function RawText({ title, text: sent }: { title: string; text: string }) {
  const text = asText(sent);
  return (
    <Card>
      <div className={classes.head}>
        <h2>{title}</h2>
        <CopyButton value={text} subject={title} />
      </div>
      <pre className={classes.text} role="region" aria-label={title} tabIndex={0}>
        {text === '' ? DASH : spelledOut(prettyJson(text))}
      </pre>
    </Card>
  );
}
