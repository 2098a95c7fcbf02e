import { CopyButton } from '../ui/copy-button';
import { Card } from '../detail/facts';
import { spelledOut } from './plain-text';
import { prettyJson } from './pretty-json';
import classes from './raw-text.module.css';

/** A card of data as it came: in lines when it is JSON, scrolled inside, copied as it was. */
export function RawText({ title, text }: { title: string; text: string }) {
  return (
    <Card>
      <div className={classes.head}>
        <h2>{title}</h2>
        <CopyButton value={text} subject={title} />
      </div>
      <pre className={classes.text} role="region" aria-label={title} tabIndex={0}>
        {spelledOut(prettyJson(text))}
      </pre>
    </Card>
  );
}
