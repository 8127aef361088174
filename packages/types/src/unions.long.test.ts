import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventTypes } from './generated/events.ts';
import { loadSpecification } from './spec.ts';
import type { Schema } from './specification.ts';

// Below node_modules, so that the folder of an interrupted run does no harm.
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

/** For each member of the union: a value with its constant has this member's type, also when read, and can exist. */
function proofs({ name, property, members }: Union): string[] {
  return members.map(
    ([value, member]) => `{
  const narrow = (union: ${name}): ${member} | undefined => (union.${property} === '${value}' ? union : undefined);
  const isPossible: [Extract<${name}, { ${property}: '${value}' }>] extends [never] ? false : true = true;
  const narrowRead = (union: Received<'${name}'>): Received<'${member}'> | undefined =>
    union.${property} === '${value}' ? union : undefined;
  void [narrow, isPossible, narrowRead];
}`,
  );
}

/** Type-checks a program next to the package's sources and returns the compiler output. */
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
    execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.json'), '--singleThreaded'], {
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The path of every `oneOf` below a value. */
function placesOfUnions(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'oneOf' in value && Array.isArray(value.oneOf) ? [path.join('.')] : [];
  return [...own, ...Object.entries(value).flatMap(([key, member]) => placesOfUnions(member, [...path, key]))];
}

test('every union of the specification has a name and a discriminator', () => {
  const named = unions().map(({ name }) => `components.schemas.${name}`);
  expect(placesOfUnions(loadSpecification()).sort()).toEqual(named.sort());
});

test('every union of the specification narrows by its discriminator', () => {
  const found = unions();
  expect(found.length).toBeGreaterThan(0);
  const names = found.flatMap(({ name, members }) => [name, ...members.map(([, member]) => member)]);
  const imports = `import type { ${[...new Set(['Received', ...names])].sort().join(', ')} } from '../../src/index.ts';`;
  expect(check([imports, ...found.flatMap(proofs)].join('\n'))).toBe('');
});

test('the type check refuses a union that does not narrow', () => {
  // The second member has the constant of the first one, so that the constant leads to neither.
  const types = `
type First = { readonly kind: 'FIRST'; readonly a: string };
type Second = { readonly kind: KIND; readonly b: string };
type Two = First | Second;
type Received<Name> = Name extends 'Two' ? Two : Name extends 'First' ? First : Second;
`;
  const members = [
    ['FIRST', 'First'],
    ['SECOND', 'Second'],
  ] as const;
  const program = (kind: string): string =>
    ['export {};', types.replace('KIND', kind), ...proofs({ name: 'Two', property: 'kind', members })].join('\n');
  expect(check(program("'SECOND'"))).toBe('');
  expect(check(program("'FIRST'"))).toContain('TS2322');
  expect(check(program('string'))).toContain('TS2322');
});

/** A switch with a case for each event that narrows to it; the remaining type at its end must be the given one. */
function switchOverEvents(types: readonly string[], event: string, left: string): string {
  const cases = types.map(
    (type) => `case '${type}': { const one: WebhookEventByType['${type}']['type'] = event.type; return one; }`,
  );
  return `
import type { ${[...new Set(['WebhookEventByType', event, left].filter((name) => name !== 'never'))].sort().join(', ')} } from '../../src/index.ts';
export function read(event: ${event}): string {
  switch (event.type) {
    ${cases.join('\n    ')}
    default: { const rest: ${left} = event; return String(rest); }
  }
}
`;
}

test('a switch over the event type is exhaustive with a case for each, and not with one less', () => {
  expect(check(switchOverEvents(eventTypes, 'WebhookEvent', 'never'))).toBe('');
  expect(check(switchOverEvents(eventTypes.slice(1), 'WebhookEvent', 'never'))).toContain('TS2322');
});

test('a received event is of a listed type or an UnlistedEvent, and nothing else', () => {
  expect(check(switchOverEvents(eventTypes, 'ReceivedEvent', 'UnlistedEvent'))).toBe('');
  const missing = check(switchOverEvents(eventTypes.slice(1), 'ReceivedEvent', 'UnlistedEvent'));
  expect(missing).toContain(`Type '"${eventTypes[0]}"' is not assignable to type`);
});

test('error codes are typed by operation and status, and a quote id is not a customer id', () => {
  const program = `
import type { CustomerId, ErrorCodeOf, QuoteId } from '../../src/index.ts';
export const code: ErrorCodeOf<'executeQuote'> = 'QUOTE_EXPIRED';
export const codeOfStatus: ErrorCodeOf<'executeQuote', 404> = 'QUOTE_NOT_FOUND';
// @ts-expect-error: the operation does not declare this code
export const foreign: ErrorCodeOf<'executeQuote'> = 'TOKEN_NOT_FOUND';
// @ts-expect-error: the code has another status
export const misplaced: ErrorCodeOf<'executeQuote', 404> = 'QUOTE_EXPIRED';
// @ts-expect-error: the operation does not answer this status
export type None = ErrorCodeOf<'executeQuote', 423>;
export const quote: QuoteId = 'Quote:0198c0de-7a10-7c3e-9b1f-4a5d6e7f8091';
// @ts-expect-error: a quote is not a customer
export const customer: CustomerId = quote;
`;
  expect(check(program)).toBe('');
});

test('every id of the specification is a type of its own, with its prefix', () => {
  const schemas: Readonly<Record<string, Schema>> = loadSpecification().components?.schemas ?? {};
  const ids = Object.entries(schemas).flatMap(([name, { 'x-id-prefix': prefix }]) =>
    prefix === undefined ? [] : [[name, prefix] as const],
  );
  expect(ids.length).toBeGreaterThan(20);
  const imports = `import type { ${ids.map(([name]) => name).join(', ')} } from '../../src/index.ts';`;
  const proofsOfIds = ids.map(
    ([name, prefix]) => `{
  const right: ${name} = '${prefix}:1';
  // @ts-expect-error: an id has its prefix
  const wrong: ${name} = 'Other:1';
  const exact: \`${prefix}:\${string}\` extends ${name} ? true : false = true;
  void [right, wrong, exact];
}`,
  );
  expect(check([imports, ...proofsOfIds].join('\n'))).toBe('');
});

test('an id type of several resources accepts the prefix of each and no other', () => {
  const schemas: Readonly<Record<string, Schema>> = loadSpecification().components?.schemas ?? {};
  const several = Object.entries(schemas).filter(
    ([, { pattern = '', 'x-id-prefix': prefix }]) => prefix === undefined && /[a-z)]:\[0-9a-f\]\{8\}/.test(pattern),
  );
  const proofsOfIds = several.flatMap(([name, { pattern = '' }]) =>
    Object.values(schemas).flatMap(({ 'x-id-prefix': prefix }) => {
      if (prefix === undefined) return [];
      const isTaken = new RegExp(pattern).test(`${prefix}:0198c0de-7a15-7c40-8d3e-5f60718293a4`);
      return `{ const takes: \`${prefix}:\${string}\` extends ${name} ? true : false = ${isTaken}; void takes; }`;
    }),
  );
  const imports = `import type { ${several.map(([name]) => name).join(', ')} } from '../../src/index.ts';`;
  expect(several.length).toBeGreaterThan(3);
  expect(check([imports, ...proofsOfIds].join('\n'))).toBe('');
});
