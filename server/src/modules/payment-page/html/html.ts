const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may be put into a page; nothing is written of what is absent. */
type Value = Html | string | number | false | null | undefined | readonly Value[];

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** HTML of a template: every value is escaped unless it is HTML. Attributes stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(strings.map((string, n) => (n === 0 ? string : textOf(values[n - 1]) + string)).join(''));
