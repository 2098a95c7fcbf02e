/** Which column holds what, by its place from 0; null: none does. */
export type Columns<Field extends string> = Record<Field, number | null>;

const same = (head: string) => head.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

interface Known<Field extends string> {
  heads: readonly string[];
  /** As heads were named last. */
  remembered: Partial<Record<Field, string>>;
  /** What columns are called, the surest first, in small letters without spaces; a head that begins with it is likely one. */
  called: Readonly<Record<Field, readonly string[]>>;
}

/** The columns as the heads tell them: as somebody last named heads of these names, else as they are usually called. */
export function guessColumns<Field extends string>(
  fields: readonly Field[],
  { heads, remembered, called }: Known<Field>,
): Columns<Field> {
  const taken = new Set<number>();
  const take = (place: number): number | null => {
    if (place < 0) return null;
    taken.add(place);
    return place;
  };
  const names = heads.map((head) => same(head));
  const found = (is: (name: string) => boolean) =>
    take(names.findIndex((name, place) => !taken.has(place) && is(name)));
  const columns = Object.fromEntries(fields.map((field) => [field, null])) as Columns<Field>;
  const fill = (isOf: (field: Field) => ((name: string) => boolean) | undefined) => {
    for (const field of fields) {
      const is = isOf(field);
      if (is !== undefined) columns[field] ??= found(is);
    }
  };
  fill((field) => {
    const head = remembered[field];
    return head === undefined ? undefined : (name) => name !== '' && name === same(head);
  });
  fill((field) => (name) => called[field].includes(name));
  fill((field) => (name) => called[field].some((known) => known.length > 2 && name.startsWith(known)));
  return columns;
}

/** What is wrong with columns as somebody has named them; undefined: each is the file's, and none is named twice. */
export function wrongColumns<Field extends string>(
  fields: readonly Field[],
  columns: Columns<Field>,
  width: number,
): string | undefined {
  const places = fields.flatMap((field) => columns[field] ?? []);
  if (places.some((place) => place >= width)) return 'В файле нет такого столбца';
  return new Set(places).size < places.length ? 'Один столбец выбран дважды' : undefined;
}

/** The heads of named columns, to be remembered. */
export const namedHeads = <Field extends string>(
  fields: readonly Field[],
  columns: Columns<Field>,
  heads: readonly string[],
): Partial<Record<Field, string>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const place = columns[field];
      const head = place === null ? undefined : heads[place];
      return head ? [[field, head] as const] : [];
    }),
  ) as Partial<Record<Field, string>>;
