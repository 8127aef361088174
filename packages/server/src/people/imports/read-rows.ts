import { Buffer } from 'node:buffer';
import { BrokenCsv, type CsvPlace, type CsvRecord, readCsv } from './read-csv.ts';

/** A row of the file by column name, without empty values. */
export interface ImportRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  /** The row has more or fewer values than the header. */
  readonly isUneven: boolean;
  /** Where reading continues after it. */
  readonly next: CsvPlace;
}

/** The columns that every row requires. */
const neededColumns = ['umaAddress', 'platformCustomerId', 'customerType'] as const;

/** The rows after the header, or from the `next` of an earlier row. Throws `BrokenCsv` if the file cannot be read. */
export async function* readRows(
  read: (from: number) => AsyncIterable<Uint8Array>,
  place?: CsvPlace,
): AsyncGenerator<ImportRow> {
  // Checked before any row: errors of rows would hide that the whole file has another format.
  refuseForm(await firstLine(read(0)));
  const { header, next } = await readFirst(read(0));
  const from = place ?? next;
  for await (const record of readCsv(read(from.offset), from)) yield rowOf(record, header);
}

const longestLine = 64 * 1024;

/** The bytes of a file up to its first line end. */
async function firstLine(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  let line = Buffer.alloc(0);
  for await (const bytes of content) {
    line = Buffer.concat([line, bytes]);
    const end = line.findIndex((byte) => byte === 10 || byte === 13);
    if (end >= 0) return line.subarray(0, end);
    if (line.length > longestLine) break;
  }
  return line;
}

/** Spreadsheet programs may save another encoding or another separator instead of CSV. */
function refuseForm(line: Buffer): void {
  const mark = line.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff' || line.includes(0))
    throw new BrokenCsv('The file is UTF-16. Save it as UTF-8 and upload it again.');
  const text = line.toString('utf8').replace(/^\uFEFF/, '');
  for (const [separator, name] of otherSeparators) {
    const columns = text.split(separator).map((column) => column.trim().replace(/^"(.*)"$/, '$1'));
    if (columns.length > 1 && neededColumns.every((needed) => columns.includes(needed)))
      throw new BrokenCsv(
        `The values of the header row are separated by ${name}. Separate the values of all rows by commas.`,
      );
  }
}

const otherSeparators = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars'],
] as const;

async function readFirst(content: AsyncIterable<Uint8Array>): Promise<{ header: readonly string[]; next: CsvPlace }> {
  for await (const record of readCsv(content)) return { header: readHeader(record), next: record.next };
  throw new BrokenCsv('The file is empty. Start it with a header row.');
}

function readHeader({ values }: CsvRecord): readonly string[] {
  const header = values.map((value) => value.trim());
  const missing = neededColumns.find((column) => !header.includes(column));
  if (missing !== undefined) throw new BrokenCsv(`The header row has no column ${missing}.`);
  const lasts = new Map(header.map((column, index) => [column, index]));
  const twice = header.find((column, index) => column !== '' && lasts.get(column) !== index);
  if (twice !== undefined) throw new BrokenCsv(`The header row has the column ${twice} twice.`);
  return header;
}

function rowOf({ line, values, next }: CsvRecord, header: readonly string[]): ImportRow {
  // Iterates over the row's own values, so a short row is fast under a long header.
  const pairs = values.map((value, index) => [header[index] ?? '', value.trim()] as const);
  return {
    line,
    cells: Object.fromEntries(pairs.filter(([column, value]) => column !== '' && value !== '')),
    isUneven: values.length !== header.length,
    next,
  };
}
