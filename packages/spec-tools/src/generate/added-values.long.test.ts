import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapiTypes } from '../../../types/codegen/openapi-types.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import type { Schema, Specification } from '../../../types/src/specification.ts';
import { judge } from '../compare/verdict.ts';
import { eventTypes } from './event-types.ts';
import { root } from './paths.ts';
import { generatedModule } from './typescript-source.ts';

const added = 'ADDED_LATER';
const compiler = join(root, 'node_modules/typescript/bin/tsc');
// Below node_modules, so that the folder of an interrupted run does no harm.
let folder: string;

interface List {
  readonly type: 'string';
  readonly enum: readonly string[];
}

/** Kinds are distinguished by a constant, or a list of one value. */
function isList(schema: unknown): schema is List {
  if (typeof schema !== 'object' || schema === null || !('type' in schema && 'enum' in schema)) return false;
  return schema.type === 'string' && Array.isArray(schema.enum) && schema.enum.length > 1;
}

let lists = 0;

/** Adds a value to every list of several values, at any depth. */
function widened<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) => {
    if (!isList(part)) return part;
    lists += 1;
    return { ...part, enum: [...part.enum, added] };
  }) as Value;
}

/** The interface with one more value in every list, including error codes, and one more event. */
function grown(specification: Specification): Specification {
  const { webhooks = {}, components } = specification;
  const event: Schema = {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: { type: 'string' },
      type: { type: 'string', const: 'ADDED.LATER' },
      timestamp: { type: 'string' },
      data: { type: 'object' },
    },
  };
  const requestBody = { content: { 'application/json': { schema: event } } };
  return {
    ...specification,
    webhooks: { ...webhooks, addedLater: { post: { requestBody } } },
    components: { ...components, schemas: widened(components?.schemas ?? {}) },
  };
}

/** The generated package of types for a specification, beside programs that use it. */
async function writeTypes(specification: Specification): Promise<void> {
  cpSync(join(root, 'packages/types/src'), join(folder, 'types'), { recursive: true });
  const { content } = eventTypes(specification);
  writeFileSync(join(folder, 'types/generated/events.ts'), content);
  const openapi = generatedModule('openapi', [await openapiTypes(JSON.stringify(specification))]);
  writeFileSync(join(folder, 'types/generated/openapi.ts'), openapi.content);
}

function compile(files: readonly string[]): string {
  const configuration = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      paths: { '@payments-platform/types': ['./types/index.ts'], '@payments-platform/client': ['./client/index.ts'] },
    },
    files,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

describe('a value added to every enum', () => {
  const specification = loadSpecification();
  const later = grown(specification);

  beforeAll(async () => {
    folder = mkdtempSync(join(root, 'packages/client/node_modules/.added-values-'));
    await writeTypes(later);
    cpSync(join(root, 'packages/client/src'), join(folder, 'client'), { recursive: true });
    cpSync(join(root, 'packages/client/test/reader/reader.ts'), join(folder, 'src/reader/reader.ts'));
    cpSync(join(root, 'examples/first-payment.ts'), join(folder, 'first-payment.ts'));
    writeFileSync(join(folder, 'src/index.ts'), "export * from '../client/index.ts';\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is part of the generated types', () => {
    expect(lists).toBeGreaterThan(100);
    const program = `
import type { components, QuoteStatus, WebhookEvent } from './types/index.ts';
export const status: QuoteStatus = '${added}';
export const code: components['schemas']['Error400']['code'] = '${added}';
export const type: WebhookEvent['type'] = 'ADDED.LATER';
`;
    writeFileSync(join(folder, 'probe.ts'), program);
    expect(compile(['probe.ts'])).toBe('');
  });

  it('leaves the client, a program that uses it and the example compiling unchanged', () => {
    expect(compile(['client/index.ts', 'src/reader/reader.ts', 'first-payment.ts'])).toBe('');
  });

  it('breaks a program with a Record of every value of an enum', () => {
    const program = `
import type { QuoteStatus } from './types/index.ts';
export const words: Record<QuoteStatus, string> = {
  PENDING: '', PENDING_AUTHORIZATION: '', PROCESSING: '', COMPLETED: '', FAILED: '', EXPIRED: '',
};
`;
    writeFileSync(join(folder, 'probe.ts'), program);
    expect(compile(['probe.ts'])).toContain(added);
  });

  it('is no breaking change by the rules of the comparison', () => {
    expect(judge(specification, later).breaking).toEqual([]);
  });
});
