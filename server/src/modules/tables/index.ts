export {
  type Cell,
  type DecimalMark,
  readAmount,
  type ReadCell,
  readDigits,
  readMoment,
  readSum,
  readText,
  type Span,
  type TableRow,
  textOf,
} from './cells.ts';
export { type Columns, guessColumns, namedHeads, wrongColumns } from './columns.ts';
export { assertFileName, createTables, type Look } from './service/table.ts';
