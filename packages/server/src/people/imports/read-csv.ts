import { pipeline, Readable } from 'node:stream';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';

/** The position of a row in a file. */
export interface CsvPlace {
  /** In bytes from the beginning of the file. */
  readonly offset: number;
  /** Starts at 1, which is the header. */
  readonly line: number;
}

/** One record of the file. */
export interface CsvRecord {
  readonly line: number;
  readonly values: readonly string[];
  /** Where reading continues after it. */
  readonly next: CsvPlace;
}

/** The file cannot be read beyond this point (RFC 4180); rows that were read before stay imported. */
export class BrokenCsv extends Error {}

const longestRecord = 64 * 1024;
/**
 * The size that is parsed without a pause: with the shortest rows it has hundreds of them, which take some
 * milliseconds.
 */
const sliceBytes = 512;
/** An accidental gap may be this long; more empty lines are not a table and would waste time. */
const mostEmptyLines = 10_000;
const fileStart: CsvPlace = { offset: 0, line: 1 };

/**
 * Streams CSV as in RFC 4180: UTF-8 with or without a byte order mark, any line ending, quoted values that may
 * contain separators, line ends and doubled quotes. Skips empty lines. `content` begins at `from`, which is the
 * start of the file or the `next` of an earlier record.
 */
export async function* readCsv(content: AsyncIterable<Uint8Array>, from = fileStart): AsyncGenerator<CsvRecord> {
  const lines = new LineEnds();
  const parser = parse(formOf(from));
  // An error of the source ends the parser, and a reader that stops ends the source.
  pipeline(Readable.from(checked(content, lines)), parser, () => undefined);
  let emptyLines = 0;
  try {
    for await (const { record: values, info } of parser as AsyncIterable<Parsed>) {
      const next = { offset: from.offset + info.bytes, line: from.line + lines.passTo(info.bytes) };
      // The parser counts a two-character line end in a value twice, so lines are counted here.
      const lastLine = lines.last === info.bytes ? next.line - 1 : next.line;
      emptyLines = values.length === 1 && values[0] === '' ? emptyLines + 1 : 0;
      if (emptyLines > mostEmptyLines)
        throw new BrokenCsv(
          `More than ${mostEmptyLines} consecutive empty lines end in line ${lastLine}. Remove them.`,
        );
      if (emptyLines > 0) continue;
      yield { line: lastLine - lineEndsIn(values), values, next };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The end of what the parser could read.
    throw new BrokenCsv(explain(error, from.line + lines.passTo(Number(error['bytes']))));
  }
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly bytes: number };
}

function formOf({ offset }: CsvPlace): Options {
  return {
    bom: offset === 0,
    info: true,
    max_record_size: longestRecord,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
  };
}

function lineEndsIn(values: readonly string[]): number {
  return values.reduce((count, value) => count + (value.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}

/** Yields the bytes once they are known to be UTF-8, and records where their lines end. */
async function* checked(content: AsyncIterable<Uint8Array>, lines: LineEnds): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (bytes?: Uint8Array): void => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new BrokenCsv('The file is not UTF-8. Save it as UTF-8 and upload it again.');
    }
  };
  for await (const bytes of content) {
    check(bytes);
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      if (start > 0) await turnOfOthers();
      const slice = bytes.subarray(start, start + sliceBytes);
      lines.add(slice);
      yield slice;
    }
  }
  check();
}

const [lineFeed, carriageReturn] = [10, 13];

/** The offsets after each line end of the file, starting at the last record. */
class LineEnds {
  #ahead: number[] = [];
  /** How many of those precede the last record. */
  #behind = 0;
  #read = 0;
  #passed = 0;
  #afterReturn = false;
  /** The last one that was passed. */
  last = 0;

  add(bytes: Uint8Array): void {
    this.#ahead = this.#ahead.slice(this.#behind);
    this.#behind = 0;
    for (const byte of bytes) {
      this.#read += 1;
      if (byte === lineFeed && this.#afterReturn) this.#ahead[this.#ahead.length - 1] = this.#read;
      else if (byte === lineFeed || byte === carriageReturn) this.#ahead.push(this.#read);
      this.#afterReturn = byte === carriageReturn;
    }
  }

  /** The number of line ends up to the offset. */
  passTo(place: number): number {
    for (;;) {
      const end = this.#ahead[this.#behind];
      if (end === undefined || end > place) return this.#passed;
      this.#behind += 1;
      this.#passed += 1;
      this.last = end;
    }
  }
}

function explain({ code }: CsvError, line: number): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A quoted value in the row of line ${line} is never closed.`;
    case 'CSV_MAX_RECORD_SIZE':
      return `The row in line ${line} is longer than ${longestRecord} bytes.`;
    case 'INVALID_OPENING_QUOTE':
      return `A value in the row of line ${line} has a quote in its middle.`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `A quoted value in the row of line ${line} continues after its closing quote.`;
    default:
      return `The row in line ${line} is not valid CSV.`;
  }
}
