import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadSpecification } from './spec.ts';
import type { Schema } from './specification.ts';

// Below node_modules, so that a folder left behind by an interrupted run is nobody's business.
const workFolder = fileURLToPath(new URL('../node_modules/', import.meta.url));
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

interface Union {
  readonly name: string;
  readonly property: string;
  readonly members: readonly (readonly [value: string, member: string])[];
}

function unions(): Union[] {
  const schemas: Readonly<Record<string, Schema>> = loadSpecification().components?.schemas ?? {};
  return Object.entries(schemas).flatMap(([name, { discriminator }]) => {
    if (discriminator?.mapping === undefined) return [];
    const members = Object.entries(discriminator.mapping).map(
      ([value, target]) => [value, target.split('/').at(-1) ?? ''] as const,
    );
    return [{ name, property: discriminator.propertyName, members }];
  });
}

/** For each member of the union: a value with its constant is that member, and there can be such a value. */
function proofs({ name, property, members }: Union): string[] {
  return members.map(
    ([value, member]) => `{
  const narrow = (union: ${name}): ${member} | undefined => (union.${property} === '${value}' ? union : undefined);
  const isPossible: [Extract<${name}, { ${property}: '${value}' }>] extends [never] ? false : true = true;
  void narrow;
  void isPossible;
}`,
  );
}

/** Type-checks a program next to the package's sources and returns what the compiler says. */
function check(program: string): string {
  const folder = mkdtempSync(join(workFolder, '.type-test-'));
  try {
    writeFileSync(join(folder, 'program.ts'), program);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        files: ['program.ts'],
        include: [],
        compilerOptions: { noUnusedLocals: false },
      }),
    );
    execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.json')], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('every union of the specification narrows by its discriminator', () => {
  const found = unions();
  expect(found.length).toBeGreaterThan(0);
  const names = found.flatMap(({ name, members }) => [name, ...members.map(([, member]) => member)]);
  const imports = `import type { ${[...new Set(names)].sort().join(', ')} } from '../../src/index.ts';`;
  expect(check([imports, ...found.flatMap(proofs)].join('\n'))).toBe('');
});

test('the compiler refuses a union that does not narrow, so the proof is one', () => {
  expect(check("const wrong: 'A' = 'B';\nvoid wrong;")).toContain('TS2322');
});

test('an event narrows by its type, and ids of different resources do not mix', () => {
  const program = `
import type { CustomerId, ErrorCodeOf, QuoteId, WebhookEvent } from '../../src/index.ts';
export function read(event: WebhookEvent): string {
  if (event.type === 'OUTGOING_PAYMENT.COMPLETED') return event.data.id;
  if (event.type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED') return event.data.id;
  return event.type;
}
export const code: ErrorCodeOf<'executeQuote'> = 'QUOTE_EXPIRED';
// @ts-expect-error: the operation does not declare this code
export const foreign: ErrorCodeOf<'executeQuote'> = 'TOKEN_NOT_FOUND';
export const quote: QuoteId = 'Quote:0198c0de-7a10-7c3e-9b1f-4a5d6e7f8091';
// @ts-expect-error: a quote is not a customer
export const customer: CustomerId = quote;
`;
  expect(check(program)).toBe('');
});
