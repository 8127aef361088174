/** One record of the file. Lines count from 1, which is the header's. */
export interface CsvRecord {
  readonly line: number;
  readonly values: readonly string[];
}

/** The file cannot be read on from here (RFC 4180); what was read before stands. */
export class BrokenCsv extends Error {}

const longestRecord = 64 * 1024;

/**
 * Reads CSV as RFC 4180 has it, as a stream: UTF-8 with or without a byte order mark, either line ending,
 * quoted values that may hold separators, line ends and doubled quotes. Empty lines are left out.
 */
export async function* readCsv(content: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader();
  const decoder = newDecoder();
  for await (const bytes of content) yield* reader.read(decode(decoder, bytes));
  yield* reader.read(decode(decoder));
  yield* reader.end();
}

const newDecoder = () => new TextDecoder('utf-8', { fatal: true });

function decode(decoder: ReturnType<typeof newDecoder>, bytes?: Uint8Array): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    throw new BrokenCsv('The file is not UTF-8. Save it as UTF-8 and upload it again.');
  }
}

type Place = 'START' | 'PLAIN' | 'QUOTED' | 'AFTER_QUOTE';

class CsvReader {
  #place: Place = 'START';
  #value = '';
  #values: string[] = [];
  #line = 1;
  /** The line on which the record began. */
  #begunAt = 1;
  #length = 0;
  #afterReturn = false;

  *read(text: string): Generator<CsvRecord> {
    for (const character of text) {
      const isSecondHalf = this.#afterReturn && character === '\n';
      this.#afterReturn = character === '\r';
      if (this.#place === 'QUOTED') this.#quoted(character, isSecondHalf);
      else if (isSecondHalf) continue;
      else if (character === '\n' || character === '\r') yield* this.#endRecord();
      else this.#unquoted(character);
      this.#length += 1;
      if (this.#length > longestRecord) {
        throw new BrokenCsv(`The row in line ${this.#begunAt} is longer than ${longestRecord} characters.`);
      }
    }
  }

  *end(): Generator<CsvRecord> {
    if (this.#place === 'QUOTED') {
      throw new BrokenCsv(`A quoted value in the row of line ${this.#begunAt} is never closed.`);
    }
    if (this.#length > 0) yield* this.#endRecord();
  }

  #quoted(character: string, isSecondHalf: boolean): void {
    if (character === '"') this.#place = 'AFTER_QUOTE';
    else this.#value += character;
    if (character === '\r' || (character === '\n' && !isSecondHalf)) this.#line += 1;
  }

  #unquoted(character: string): void {
    if (character === ',') {
      this.#values.push(this.#value);
      this.#value = '';
      this.#place = 'START';
    } else if (character === '"') {
      if (this.#place === 'PLAIN') throw new BrokenCsv(`A value in line ${this.#line} has a quote in its middle.`);
      if (this.#place === 'AFTER_QUOTE') this.#value += '"';
      this.#place = 'QUOTED';
    } else {
      if (this.#place === 'AFTER_QUOTE')
        throw new BrokenCsv(`A quoted value in line ${this.#line} goes on after its closing quote.`);
      this.#value += character;
      this.#place = 'PLAIN';
    }
  }

  *#endRecord(): Generator<CsvRecord> {
    const values = [...this.#values, this.#value];
    const line = this.#begunAt;
    const isEmpty = values.length === 1 && values[0] === '' && this.#place === 'START';
    this.#values = [];
    this.#value = '';
    this.#place = 'START';
    this.#line += 1;
    this.#begunAt = this.#line;
    // Counted up again for the line end itself.
    this.#length = -1;
    if (!isEmpty) yield { line, values };
  }
}
