import { ENTRY_TEXT } from '@kantor/contract/plain/money-trail.ts';
import { ACT_TEXT, titleOf, PART_TEXT, ROLE_TEXT, conclusionOf } from '@kantor/contract/plain/acts.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { moscowMoment } from '../../../kernel/clock.ts';
import type { toAct } from '../wire.ts';

/** An act as it is told to whoever asked for it. */
export type PrintedAct = ReturnType<ReturnType<typeof toAct>>;
type Sums = PrintedAct['whole'];

/** `−1 234,500000`. */
function inColumn(amount: bigint): string {
  const [whole = '', rest = ''] = formatMinorUnits(amount < 0n ? -amount : amount, SCALE.usdt).split('.');
  return `${amount < 0n ? '−' : ''}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00A0')},${rest}`;
}

const dayText = (day: string) => day.split('-').toReversed().join('.');

const right = (text: string): TableCell => ({ text, alignment: 'right', noWrap: true });
const amounts = (...sums: readonly bigint[]): TableCell[] => sums.map((sum) => right(inColumn(sum)));
/** What came and what went stand in columns of their own. */
const onItsSide = (amount: bigint): TableCell[] =>
  amount < 0n ? [right(''), right(inColumn(-amount))] : [right(inColumn(amount)), right('')];
const heads = (first: readonly string[], sums: readonly string[]): TableCell[] => [
  ...first.map((text): TableCell => ({ text, style: 'head' })),
  ...sums.map((text): TableCell => ({ text, style: 'head', alignment: 'right' })),
];
const bold = (cells: readonly TableCell[]): TableCell[] =>
  cells.map((cell): TableCell =>
    typeof cell === 'string' ? { text: cell, bold: true } : Object.assign(cell, { bold: true }),
  );

const table = (widths: readonly (number | '*')[], body: TableCell[][]): Content => ({
  table: { headerRows: 1, widths: [...widths], body, dontBreakRows: true },
  layout: 'lightHorizontalLines',
  margin: [0, 2, 0, 0],
});

const title = (text: string): Content => ({ text, style: 'title', headlineLevel: 1 });

const inSums = ({ opening, received, spent, closing }: Sums) => amounts(opening, received, spent, closing);

const partsOf = ({ parts, whole }: PrintedAct): Content[] => [
  title(ACT_TEXT.parts),
  table(
    ['*', 92, 92, 92, 92],
    [
      heads([ACT_TEXT.part], [ACT_TEXT.opening, ACT_TEXT.received, ACT_TEXT.spent, ACT_TEXT.closing]),
      ...parts.map((part) => [PART_TEXT[part.part], ...inSums(part)]),
      ...(parts.length > 1 ? [bold([ACT_TEXT.whole, ...inSums(whole)])] : []),
    ],
  ),
  ...(parts.length > 1 ? [{ text: ACT_TEXT.wholeNote, style: 'note' }] : []),
];

const kindsOf = ({ kinds, whole }: PrintedAct): Content[] => [
  title(ACT_TEXT.kinds),
  kinds.length === 0
    ? ACT_TEXT.none
    : table(
        ['*', 70, 100, 100],
        [
          heads([ACT_TEXT.kind], [ACT_TEXT.postings, ACT_TEXT.received, ACT_TEXT.spent]),
          ...kinds.map(({ reason, postings, received, spent }) => [
            ENTRY_TEXT[reason],
            right(String(postings)),
            ...amounts(received, spent),
          ]),
          bold([ACT_TEXT.whole, '', ...amounts(whole.received, whole.spent)]),
        ],
      ),
];

function linesOf({ lines }: PrintedAct): Content[] {
  if (lines === null) return [{ text: ACT_TEXT.tooMany, style: 'note', margin: [0, 12, 0, 0] }];
  if (lines.length === 0) return [];
  return [
    title(ACT_TEXT.lines),
    table(
      [82, '*', 78, 78, 84],
      [
        heads([ACT_TEXT.at, ACT_TEXT.what], [ACT_TEXT.received, ACT_TEXT.spent, ACT_TEXT.after]),
        ...lines.map(({ at, reason, object_id: id, amount, balance_after: after }) => [
          moscowMoment(at),
          { text: [ENTRY_TEXT[reason], { text: `\n${id}`, style: 'id' }] },
          ...onItsSide(amount),
          right(inColumn(after)),
        ]),
      ],
    ),
  ];
}

const partyOf = (as: string, { name, details }: { name: string; details: string }): Content => ({
  stack: [{ text: as, style: 'head' }, { text: name, bold: true }, details],
});

const signed = (as: string): Content => ({
  stack: [{ text: as }, { text: '_______________________ / __________________ /', margin: [0, 18, 0, 0] }],
});

/** An act on A4. */
export function documentOf(act: PrintedAct): TDocumentDefinitions {
  const { party, platform, account } = act;
  const name = titleOf(act);
  return {
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 48],
    language: 'ru',
    info: { title: name },
    defaultStyle: { font: 'Roboto', fontSize: 8.5, lineHeight: 1.15 },
    styles: {
      head: { color: '#4A5463', fontSize: 8 },
      title: { fontSize: 10.5, bold: true, margin: [0, 14, 0, 2] },
      note: { color: '#4A5463', fontSize: 8, margin: [0, 3, 0, 0] },
      id: { color: '#4A5463', fontSize: 6.5 },
    },
    // A heading does not stay behind at the end of a page.
    pageBreakBefore: (node, { getFollowingNodesOnPage }) =>
      node.headlineLevel === 1 && getFollowingNodesOnPage().length === 0,
    footer: (page, pages) => ({
      columns: [name, { text: ACT_TEXT.pageOf(page, pages), alignment: 'right' }],
      margin: [40, 14, 40, 0],
      fontSize: 7.5,
      color: '#4A5463',
    }),
    content: [
      { text: name, fontSize: 14, bold: true },
      { text: ACT_TEXT.period(dayText(act.from), dayText(act.to)), margin: [0, 2, 0, 10] },
      {
        columns: [
          partyOf(ACT_TEXT.platform, platform),
          ...(party === null ? [] : [partyOf(ROLE_TEXT[account.role], party)]),
        ],
        columnGap: 24,
      },
      ...partsOf(act),
      ...kindsOf(act),
      {
        text: conclusionOf(act.whole.closing, party !== null, dayText(act.to), inColumn),
        bold: true,
        margin: [0, 12, 0, 0],
      },
      ...linesOf(act),
      {
        columns: [signed(ACT_TEXT.signedBy.platform), ...(party === null ? [] : [signed(ACT_TEXT.signedBy.party)])],
        columnGap: 24,
        margin: [0, 28, 0, 0],
        unbreakable: true,
      },
      { text: ACT_TEXT.made(moscowMoment(act.made_at), act.made_by), style: 'note', margin: [0, 18, 0, 0] },
    ],
  };
}
