import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';
import { accountKind } from './account-facts.ts';
import { identifierRules } from './identifiers/identifier-rules.ts';

const guide = readFileSync(new URL('../../../../../docs/sandbox-identifiers.md', import.meta.url), 'utf8');

interface Listed {
  readonly suffix: string;
  readonly accountType: string;
  readonly field: string;
  readonly value: string;
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The first word in backquotes. */
function codeOf(cell: string | undefined): string {
  return /`([^`]+)`/.exec(cell ?? '')?.[1] ?? '';
}

/** The identifiers of the tables whose rows begin with a suffix. Their headings name account type and field. */
function listedByEnding(): Listed[] {
  let head: string[] = [];
  const listed: Listed[] = [];
  for (const line of guide.split('\n').filter((text) => text.startsWith('|'))) {
    const cells = cellsOf(line);
    if (cells[0] === 'Ends in') head = cells;
    const suffix = codeOf(cells[0]);
    if (!/^(?:00|01|10)[0-9]$/.test(suffix)) continue;
    for (const [index, cell] of cells.entries()) {
      if (index === 0) continue;
      const [accountType = '', field = '`address`'] = (head[index] ?? '').split(', ');
      listed.push({ suffix, accountType: codeOf(accountType), field: codeOf(field), value: codeOf(cell) });
    }
  }
  return listed;
}

/** The examples in the table of identifiers that accept any ending. */
const free: readonly Listed[] = [
  ['USD_ACCOUNT', 'accountNumber', '000123456002'],
  ['GBP_ACCOUNT', 'accountNumber', '31926002'],
  ['BRL_ACCOUNT', 'pixKey', 'ana.002@example.com', 'EMAIL'],
  ['BRL_ACCOUNT', 'pixKey', '+5511987654002', 'PHONE'],
  ['BRL_ACCOUNT', 'pixKey', '123e4567-e12b-42d1-a456-426655440002', 'RANDOM'],
  ['INR_ACCOUNT', 'vpa', 'ananya.002@examplebank'],
  ['INR_ACCOUNT', 'accountNumber', '50100123456002'],
  ['LIGHTNING', 'lightningAddress', 'ada.002@wallet.example.com'],
  ['BASE_WALLET', 'address', '0x52908400098527886e0f7030069857d2e4169002'],
].map(([accountType = '', field = '', value = '', pixKeyType = '']) => ({
  suffix: '002',
  accountType,
  field,
  value,
  pixKeyType,
}));

it('lists identifiers for every suffix', () => {
  expect(listedByEnding()).toHaveLength(21 * 2 + 15 * 4);
  for (const { value } of free) expect(guide).toContain(`\`${value}\``);
});

it.each([...free, ...listedByEnding()])('gives a valid $accountType that ends in $suffix: $value', (listed) => {
  const { suffix, accountType, field, value } = listed;
  expect(
    identifierRules(accountKind(accountType))
      .get(field)
      ?.refuse(value, { ...listed }),
  ).toBeUndefined();
  expect(sandboxSuffix(value)).toBe(suffix);
});
