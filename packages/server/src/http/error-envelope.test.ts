import { errorTable, operationTable } from '@payments-platform/types';
import { loadSpecification } from '@payments-platform/types/spec';
import { describe, expect, it } from 'vitest';
import { person } from '../../test/customers.ts';
import { oneEngine } from '../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import type { TestServer } from '../../test/test-server.ts';
import { createSandboxRates } from '../sandbox/adapters/sandbox-rates.ts';
import { errorReply } from './error-reply.ts';

interface ErrorSchema {
  readonly properties: { readonly code: { readonly enum?: readonly string[]; readonly const?: string } };
}

function codesOf({ properties: { code } }: ErrorSchema): readonly (string | undefined)[] {
  return code.enum ?? [code.const];
}

describe('an error code', () => {
  it('has the one status whose schema lists it, and its reason as both reason and message', () => {
    const schemas = loadSpecification().components?.schemas as unknown as Record<string, ErrorSchema>;
    for (const code of Object.keys(errorTable) as (keyof typeof errorTable)[]) {
      const { status, body } = errorReply({ code, reason: 'Because.' });
      expect(JSON.parse(body)).toEqual({ status, code, reason: 'Because.', message: 'Because.' });
      const listing = Object.entries(schemas).filter(
        ([name, schema]) => /^Error\d+$/.test(name) && codesOf(schema).includes(code),
      );
      // The bundle has the bodies of the statuses that some operation can return.
      const expected = schemas[`Error${status}`] === undefined ? [] : [`Error${status}`];
      expect([code, listing.map(([name]) => name)]).toEqual([code, expected]);
    }
  });

  it('is declared under its own status by every operation that returns it', () => {
    for (const [operationId, { errorCodes }] of Object.entries(operationTable)) {
      for (const [status, codes] of Object.entries(
        errorCodes as Record<string, readonly (keyof typeof errorTable)[]>,
      )) {
        for (const code of codes)
          expect([operationId, code, errorTable[code].status]).toEqual([operationId, code, Number(status)]);
      }
    }
  });
});

describe('the error table', () => {
  it('marks QUOTE_REQUEST_FAILED and QUOTE_RATE_UNAVAILABLE as retryable, and QUOTE_EXPIRED as not', () => {
    const isRetryable = (code: keyof typeof errorTable): boolean => errorTable[code].retryable;
    expect(isRetryable('QUOTE_REQUEST_FAILED')).toBe(true);
    expect(isRetryable('QUOTE_RATE_UNAVAILABLE')).toBe(true);
    for (const code of ['QUOTE_EXPIRED', 'INVALID_INPUT', 'SELF_PAYMENT', 'DAILY_VOLUME_LIMIT_EXCEEDED'] as const) {
      expect([code, isRetryable(code)]).toEqual([code, false]);
    }
  });
});

async function fieldErrors(server: TestServer, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await server.request('POST', path, body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', reason: expect.any(String) } });
  for (const error of answer.body.details.errors) {
    expect(error).toEqual({
      field: expect.any(String),
      message: expect.any(String),
      ...('constraint' in error && { constraint: expect.any(Object) }),
    });
  }
  return Object.fromEntries(
    answer.body.details.errors.map((error: { field: string; constraint: unknown }) => [error.field, error.constraint]),
  );
}

oneEngine('the details of invalid input', (start) => {
  it('give the violated constraint of a field: format, pattern, enum, minLength or maxLength', async () => {
    const server = await start();
    const customer = await fieldErrors(server, '/customers', {
      ...person,
      email: 'nowhere',
      region: 'usa',
      fullName: '',
      idType: 'LIBRARY_CARD',
      platformCustomerId: 'x'.repeat(256),
      address: { line1: 'a', postalCode: '1', country: 'Germany' },
    });
    expect(customer['email']).toEqual({ format: 'email' });
    expect(customer['fullName']).toEqual({ minLength: 1 });
    expect(customer['platformCustomerId']).toEqual({ maxLength: 255 });
    expect(customer['idType']).toEqual({ enum: expect.arrayContaining(['SSN', 'ITIN']) });
    expect(customer['address.country']).toEqual({ pattern: expect.any(String) });
    expect('DE').toMatch(new RegExp((customer['address.country'] as { pattern: string }).pattern));
  });

  it('name fields inside objects and lists by dotted paths', async () => {
    const server = await start();
    const token = await fieldErrors(server, '/tokens', { name: 'x', permissions: ['VIEW', 'ADMIN'] });
    expect(Object.keys(token)).toEqual(['permissions.1']);
    const quote = await fieldErrors(server, '/quotes', {
      ...quoteBody({ from: 'InternalAccount:1', to: 'ExternalAccount:1' }),
      platformFeeOverride: { platformFixedFee: { amount: -1, currency: 'USD' }, platformVariableFeeBps: 10_001 },
    });
    expect(Object.keys(quote).sort()).toEqual([
      'destination.accountId',
      'platformFeeOverride.platformFixedFee.amount',
      'platformFeeOverride.platformVariableFeeBps',
      'source.accountId',
    ]);
  });
});

oneEngine('an internal error', (start) => {
  it('is answered with INTERNAL_ERROR in the envelope, hides its message and stores no transaction', async () => {
    const rates = {
      ...createSandboxRates(),
      rateFor: (): never => {
        throw new Error('the secret cause');
      },
    };
    const server = await start({ deps: { rates } });
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const { tokenId, tokenSecret } = server.credentials;
    const answer = await fetch(`${server.baseUrl}/quotes`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(quoteBody({ from: accounts['USD'] ?? '', to })),
    });
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toEqual([
      500,
      {
        status: 500,
        code: 'INTERNAL_ERROR',
        reason: expect.any(String),
        message: expect.any(String),
        requestId: answer.headers.get('x-request-id'),
      },
    ]);
    expect(text).not.toContain('secret cause');
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('transactions').select('id').where('tenant', '=', server.tenant)),
    );
    expect(rows).toEqual([]);
  });
});
