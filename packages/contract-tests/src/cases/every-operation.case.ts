import { orThrow } from '@payments-platform/client';
import { type OperationId, operationTable, type Permission } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { exampleBody, examplePath } from '../specification/example-requests.ts';
import type { Credentials, Platform, RawRequest, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

interface Operation {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  readonly permission: Permission;
  readonly errorCodes: Readonly<Record<string, readonly string[]>>;
  readonly security: readonly string[];
  readonly formMaxBytes: number | null;
}

const operations: readonly Operation[] = Object.entries(operationTable)
  .map(([id, row]) => ({ ...row, id: id as OperationId }))
  .filter((row): row is typeof row & Operation => row.permission !== null);

function requestOf(
  { method, path }: Operation,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): RawRequest {
  return { method, path: examplePath(path, method), headers, ...(body === undefined ? {} : { body }) };
}

/** The operations that can return this code, according to the specification. */
function answering(code: string): Operation[] {
  return operations.filter(({ errorCodes }) => Object.values(errorCodes).flat().includes(code));
}

interface Answered {
  readonly operation: Operation;
  readonly answer: string;
}

async function answerTo(platform: Platform, operation: Operation, request: RawRequest): Promise<Answered> {
  const response = await platform.send(request);
  const body: unknown = await response.json();
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return { operation, answer: `${response.status} ${code}` };
}

/** Calls all of them and compares. */
async function expectAnswers(
  platform: Platform,
  asked: readonly Operation[],
  build: (operation: Operation) => RawRequest,
  expected: (operation: Operation) => string,
): Promise<void> {
  const answered: Answered[] = [];
  for (const operation of asked) answered.push(await answerTo(platform, operation, build(operation)));
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.map(({ operation, answer }) => `${operation.id} ${answer}`)).toEqual(
    answered.map(({ operation }) => `${operation.id} ${expected(operation)}`),
  );
}

/** No body of the interface is a list. */
const wrongBody = '[]';

/** The paginated lists; those of the platform's own accounts and of rates have one page. */
function hasPages(path: string): boolean {
  const paged = [
    '/customers',
    '/transactions',
    '/events',
    '/requests',
    '/agents',
    '/tokens',
    '/sandbox/worlds',
    '/stablecoins',
    '/stablecoin-provider-accounts',
    '/customers/internal-accounts',
    '/internal-accounts/{id}/entries',
    '/customers/external-accounts',
  ];
  return paged.includes(path) || path === '/platform/external-accounts';
}

const json = { 'content-type': 'application/json' } as const;
const form = { 'content-type': 'multipart/form-data; boundary=b' } as const;

/** The metadata of a passport, and a file. */
function wholeForm(file: string): string {
  const fields = { documentType: 'PASSPORT', country: 'US', documentNumber: '1', issuingAuthority: 'State' };
  const parts = Object.entries(fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`);
  const all = [...parts, `name="file"; filename="a.pdf"\r\n\r\n${file}`];
  return `${all.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`;
}

function basic({ tokenId, tokenSecret }: Credentials): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}` };
}

/** The checks that are the same for all operations. */
export function everyOperationCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock knows no permissions and answers examples to requests it takes');

  describe('every operation', () => {
    scenario('returns UNAUTHORIZED without credentials', async (platform) => {
      const build = (operation: Operation): RawRequest => requestOf(operation, { authorization: '' });
      // A mock returns any example of the status, so it is only called if there is one possible code.
      const asked = target.isStateful
        ? operations
        : operations.filter(({ errorCodes }) => errorCodes['401']?.length === 1);
      await expectAnswers(platform, asked, build, () => '401 UNAUTHORIZED');
    });

    stateful('returns FORBIDDEN without its permission', async (platform) => {
      const others: Record<Permission, Permission> = { VIEW: 'TRANSACT', TRANSACT: 'VIEW', MANAGE: 'TRANSACT' };
      const tokens = new Map<Permission, Readonly<Record<string, string>>>();
      for (const permission of ['VIEW', 'TRANSACT'] as const) {
        const body = { name: permission, permissions: [permission] } as const;
        const token = await orThrow(platform.client.POST('/tokens', { body }));
        tokens.set(permission, basic({ tokenId: token.clientId, tokenSecret: token.clientSecret }));
      }
      const build = (operation: Operation): RawRequest =>
        requestOf(operation, tokens.get(others[operation.permission]));
      await expectAnswers(platform, operations, build, () => '403 FORBIDDEN');
    });

    stateful('with a body accepts only well-formed JSON of up to 1 MiB', async (platform) => {
      const text = { 'content-type': 'text/plain' };
      const tooLarge = JSON.stringify({ description: 'x'.repeat(1024 * 1024) });
      const asked = answering('REQUEST_TOO_LARGE').filter(({ formMaxBytes }) => formMaxBytes === null);
      const broken = (operation: Operation): RawRequest => requestOf(operation, json, '{"broken":');
      await expectAnswers(platform, asked, broken, () => '400 INVALID_REQUEST_FORMAT');
      const untyped = (operation: Operation): RawRequest => requestOf(operation, text, 'hello');
      await expectAnswers(platform, asked, untyped, () => '415 UNSUPPORTED_MEDIA_TYPE');
      const endless = (operation: Operation): RawRequest => requestOf(operation, json, tooLarge);
      await expectAnswers(platform, asked, endless, () => '413 REQUEST_TOO_LARGE');
    });

    stateful('with a file accepts only a complete form up to its limit', async (platform) => {
      const asked = operations.filter(({ formMaxBytes }) => formMaxBytes !== null);
      const notAForm = (operation: Operation): RawRequest => requestOf(operation, json, '{}');
      await expectAnswers(platform, asked, notAForm, () => '415 UNSUPPORTED_MEDIA_TYPE');
      const cutOff = (operation: Operation): RawRequest => requestOf(operation, form, wholeForm('%PDF-').slice(0, -20));
      await expectAnswers(platform, asked, cutOff, () => '400 INVALID_REQUEST_FORMAT');
      const documents = asked.filter(({ formMaxBytes }) => (formMaxBytes ?? 0) < 32 * 1024 * 1024);
      const endless = (operation: Operation): RawRequest =>
        requestOf(operation, form, wholeForm('x'.repeat(operation.formMaxBytes ?? 0)));
      await expectAnswers(platform, documents, endless, () => '413 REQUEST_TOO_LARGE');
    });

    stateful('with a body refuses a list with INVALID_INPUT', async (platform) => {
      const build = (operation: Operation): RawRequest =>
        operation.formMaxBytes === null
          ? requestOf(operation, json, wrongBody)
          : requestOf(operation, form, '--b--\r\n');
      await expectAnswers(platform, answering('REQUEST_TOO_LARGE'), build, () => '400 INVALID_INPUT');
    });

    stateful('with an id in its path refuses a malformed one with INVALID_INPUT', async (platform) => {
      const asked = operations.filter(({ path }) => path.includes('{'));
      const build = ({ method, path, formMaxBytes }: Operation): RawRequest => ({
        method,
        path: path.replaceAll(/\{\w+\}/g, 'nobody'),
        ...(formMaxBytes === null ? {} : { headers: form, body: wholeForm('%PDF-') }),
      });
      await expectAnswers(platform, asked, build, () => '400 INVALID_INPUT');
    });

    stateful('with a page size refuses a limit of 101', async (platform) => {
      const asked = operations.filter(({ method, path }) => method === 'GET' && hasPages(path));
      const build = ({ method, path }: Operation): RawRequest => ({ method, path: `${path}?limit=101` });
      await expectAnswers(platform, asked, build, () => '400 INVALID_INPUT');
    });
  });
}

/** Each one reads a resource of its own kind from the database. */
export function unknownIdCases(target: Target): void {
  const stateful = needsState(target, 'a mock answers examples for any id');

  describe('every operation', () => {
    stateful('with an id in its path returns 404 for an unknown one', async (platform) => {
      // The example address of the lookup exists.
      const asked = operations.filter(({ id, path }) => path.includes('{') && id !== 'lookupUma');
      const build = (operation: Operation): RawRequest => {
        if (operation.formMaxBytes !== null) return requestOf(operation, form, wholeForm('%PDF-'));
        const body = exampleBody(operation.path, operation.method);
        if (body === undefined) return requestOf(operation);
        // Some of them require a key.
        return requestOf(operation, { ...json, 'idempotency-key': `unknown-${operation.id}` }, body);
      };
      await expectAnswers(platform, asked, build, ({ errorCodes }) => `404 ${errorCodes['404']?.[0]}`);
    });
  });
}
