import classes from './message-text.module.css';
import { asText, plainText } from './plain-text';

interface MessageTextProps {
  text: string;
  /** In a list it ends after a few lines, or after the first. */
  cut?: boolean | 'line';
}

/** A bank's message, which anyone may have written: it stays in its place, whatever it is made of. */
export function MessageText({ text, cut = false }: MessageTextProps) {
  return (
    <bdi className={cut === 'line' ? classes.line : cut ? classes.cut : classes.whole}>{plainText(asText(text))}</bdi>
  );
}
