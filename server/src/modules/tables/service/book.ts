import { strFromU8 } from 'fflate';

// What a book hides from whoever looks at it: nobody is paid by what nobody sees.

type Parts = Readonly<Record<string, Uint8Array>>;

const tagsOf = (parts: Parts, part: string, tag: string): string[] => {
  const bytes = parts[part];
  return bytes === undefined ? [] : (strFromU8(bytes).match(new RegExp(`<(?:\\w+:)?${tag}\\s[^>]*>`, 'g')) ?? []);
};

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}=["']([^"']*)["']`).exec(tag)?.[1];

const isHidden = (tag: string) => /^(?:1|true)$/.test(attribute(tag, 'hidden') ?? '');

/** The place of the first sheet that is not hidden, from 1; undefined: all are. */
export function visibleSheet(parts: Parts): number | undefined {
  const sheets = tagsOf(parts, 'xl/workbook.xml', 'sheet');
  const place = sheets.findIndex((tag) => /^(?:visible)?$/.test(attribute(tag, 'state') ?? ''));
  return place === -1 ? undefined : place + 1;
}

/** The number of a sheet's first hidden row; undefined: it has none. */
export function hiddenRow(parts: Parts, place: number): number | undefined {
  const sheet = tagsOf(parts, 'xl/workbook.xml', 'sheet')[place - 1] ?? '';
  const relation = tagsOf(parts, 'xl/_rels/workbook.xml.rels', 'Relationship').find(
    (tag) => attribute(tag, 'Id') === attribute(sheet, String.raw`\w+:id`),
  );
  const target = attribute(relation ?? '', 'Target') ?? '';
  const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  let line = 0;
  for (const tag of tagsOf(parts, part, 'row')) {
    line = Number(attribute(tag, 'r') ?? line + 1);
    if (isHidden(tag)) return line;
  }
  return undefined;
}
