import { Buffer } from 'node:buffer';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenCsv, type CsvPlace, type CsvRecord, readCsv } from './read-csv.ts';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string | Uint8Array, size = 7): Promise<string[][]> {
  const records: string[][] = [];
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for await (const { values } of readCsv(pieces(bytes, size))) records.push([...values]);
  return records;
}

async function recordsOf(content: AsyncIterable<Uint8Array>, from?: CsvPlace): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readCsv(content, from)) records.push(record);
  return records;
}

async function linesOf(text: string): Promise<number[]> {
  const lines: number[] = [];
  for await (const { line } of readCsv(pieces(Buffer.from(text), 3))) lines.push(line);
  return lines;
}

describe('reading CSV', () => {
  it('reads both line endings, a byte order mark, quotes and values over several lines', async () => {
    const records = [
      ['a', 'b'],
      ['1,2', 'say "hi"'],
      ['two\r\nlines', ''],
    ];
    const text = 'a,b\n"1,2","say ""hi"""\n"two\r\nlines",\n';
    for (const form of [text, text.replaceAll(/(?<!\r)\n/g, '\r\n'), `\uFEFF${text}`, text.trimEnd()])
      expect(await read(form)).toEqual(records);
  });

  it('skips empty lines but counts them in line numbers', async () => {
    expect(await linesOf('a\n\n"x\ny"\r\n\r\nb\n')).toEqual([1, 3, 6]);
  });

  it.each([
    ['a value that is never closed', 'a\n"b', /line 2 is never closed/],
    ['a quote in the middle of a value', 'a"b', /line 1 has a quote/],
    ['text after a closing quote', '"a"b', /line 1 continues after/],
    ['bytes that are not UTF-8', Uint8Array.from([0x61, 0xff]), /not UTF-8/],
    ['a row longer than 65,536 bytes', 'x'.repeat(70_000), /longer than 65536/],
  ])('refuses %s', async (_name, text, words) => {
    const broken = read(text);
    await expect(broken).rejects.toThrow(words);
    await expect(read(text)).rejects.toBeInstanceOf(BrokenCsv);
  });

  it('accepts 9,999 empty lines in a row and refuses more than 10,000', async () => {
    const gap = '\n'.repeat(9_999);
    expect(await linesOf(`a\n${gap}b\n${gap}c`)).toEqual([1, 10_001, 20_001]);
    await expect(read(`a\n${gap}\n\n`)).rejects.toThrow(
      'More than 10000 consecutive empty lines end in line 10002. Remove them.',
    );
  });

  it('yields to other work while it reads, and reads late rows as fast as early ones', async () => {
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; turns += 1) await turnOfOthers();
    })();
    const part = 16 * 1024;
    const bytes = Buffer.from('x\n'.repeat(8 * part));
    const usage: number[] = [];
    let [rows, since] = [0, process.cpuUsage()];
    for await (const _record of readCsv(pieces(bytes, 64 * 1024))) {
      rows += 1;
      if (rows % part > 0) continue;
      const { user, system } = process.cpuUsage(since);
      usage.push(user + system);
      since = process.cpuUsage();
    }
    isDone = true;
    await others;
    expect(rows).toBe(8 * part);
    // If each row scanned all earlier line ends, the last part would take about six times as long.
    expect(usage.at(-1)).toBeLessThan(3 * Math.min(...usage));
    expect(turns).toBeGreaterThan(bytes.length / (8 * 1024));
  });

  it('counts a CRLF as one line end, also within a value', async () => {
    expect(await linesOf('a\r\n"x\r\ny"\r\n"\r"\r\n\r\nb\r"c\n"')).toEqual([1, 2, 4, 7, 8]);
  });

  it('resumes after any record with the same records as without a break', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '\r', ' ') });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 });
    const ends = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n');
    await fc.assert(
      fc.asyncProperty(
        rows,
        ends,
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        async (written, end, hasMark, size) => {
          const text = written.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join(end);
          const bytes = Buffer.from(`${hasMark ? '\uFEFF' : ''}${text}${end}`);
          const whole = await recordsOf(pieces(bytes, size));
          for (const [index, { next }] of whole.entries()) {
            const rest = await recordsOf(pieces(bytes.subarray(next.offset), size), next);
            expect(rest).toEqual(whole.slice(index + 1));
          }
        },
      ),
    );
  });

  it('reads back any written values, in chunks of any size', async () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '\r', ' ') });
    const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 20 }), async (written, size) => {
        const text = written.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        expect(await read(text, size)).toEqual(written);
      }),
    );
  });
});
