import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { usualMs } from '../../server/src/engines/rails/timelines.ts';
import { secondMs } from '../../server/src/ground/clock/instant.ts';
import { isCurrencyCode } from '../../server/src/ground/money/currency.ts';
import { portNames } from '../../server/src/operation/ports/ports.ts';
import { createSandboxRates } from '../../server/src/sandbox/adapters/sandbox-rates.ts';
import { accountFacts, currencies, operationTable } from '../../types/src/index.ts';

const guide = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');

/** The rows of the tables under a heading, as cells. */
function rowsUnder(heading: string): string[][] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const unitMs: Readonly<Record<string, number>> = { s: secondMs, min: 60 * secondMs, h: 3_600 * secondMs };

/** `**RTP** 2 s` as the rail, its time, and whether it is the default. */
function timeOf(text: string): { rail: string; ms: number; isDefault: boolean } {
  const [, stars, rail = '', count, unit = ''] = /^(\*\*)?([A-Z_]+)(?:\*\*)? (\d+) (s|min|h)$/.exec(text) ?? [];
  return { rail, ms: Number(count) * (unitMs[unit] ?? Number.NaN), isDefault: stars !== undefined };
}

describe('the sandbox guide', () => {
  it('names every adapter that production may lack', () => {
    const [, named = ''] = /`details\.adapter` names it: (.*?)\. /.exec(guide) ?? [];
    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...portNames].sort());
  });

  it('names only the address 127.0.0.1:4020 for the sandbox', () => {
    const addresses = new Set(guide.match(/http:\/\/[^\s/]+\/2025-10-13/g));
    expect([...addresses]).toEqual(['http://127.0.0.1:4020/2025-10-13']);
  });

  it('lists every rail of every account type, with its duration and the default rail', () => {
    const documented = new Map(
      rowsUnder('How long a payment takes').map(([account = '', rails = '']) => [
        account,
        rails.split(', ').map(timeOf),
      ]),
    );
    const facts = Object.values(accountFacts).map(({ accountType, rails, defaultRail, network }) => ({
      account: `\`${accountType}\``,
      rails: network === null ? [...rails] : [network],
      defaultRail,
    }));
    for (const { account, rails, defaultRail } of [
      ...facts,
      { account: 'internal account', rails: ['INTERNAL'] as const, defaultRail: null },
    ]) {
      const rows = documented.get(account) ?? [];
      expect(rows.map(({ rail }) => rail).sort(), account).toEqual([...rails].sort());
      expect(rows.find(({ isDefault }) => isDefault)?.rail ?? null, account).toBe(defaultRail);
      expect(Object.fromEntries(rows.map(({ rail, ms }) => [rail, ms])), account).toEqual(
        Object.fromEntries(rails.map((rail) => [rail, usualMs(rail)])),
      );
    }
    expect(documented.size).toBe(facts.length + 1);
  });

  it('names only clock requests that exist', () => {
    const operations = new Set(
      Object.values(operationTable).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    );
    const requests = rowsUnder('Time').map(([, request = '']) => /^`([A-Z]+ [^`]+)`(?: with `(.+)`)?$/.exec(request));
    expect(requests).toHaveLength(6);
    for (const [, request = '', body = '{}'] of requests.map((found) => found ?? [])) {
      expect(operations).toContain(request);
      expect(Object.keys(JSON.parse(body) as object).length).toBe(request.startsWith('GET') ? 0 : 1);
    }
  });

  it('lists every sandbox rate', () => {
    const rates = createSandboxRates();
    const cells = rowsUnder('Rates').flat();
    const documented = cells.flatMap((cell, index) =>
      isCurrencyCode(cell) ? [[cell, Number(cells[index + 1])] as const] : [],
    );
    const priced = Object.keys(currencies).filter(
      (currency) => isCurrencyCode(currency) && rates.rateFor('USD', currency, '2025-01-01T00:00:00.000Z'),
    );
    expect(documented.map(([currency]) => currency).sort()).toEqual(priced.sort());
    for (const [currency, dollars] of documented) {
      expect(Number(rates.rateFor('USD', currency, '2025-01-01T00:00:00.000Z')?.rate), currency).toBe(dollars);
    }
  });
});
