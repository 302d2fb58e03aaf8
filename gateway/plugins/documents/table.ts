import { stringify } from 'csv-stringify/sync';

interface TableColumn {
  key: string;
  header: string;
}

/** A table as CSV: no text can become a formula, and a byte-order mark makes spreadsheets read UTF-8. */
export const tableOf = (columns: readonly TableColumn[], rows: readonly object[]): string =>
  stringify([...rows], { header: true, columns: [...columns], bom: true, escape_formulas: true });
