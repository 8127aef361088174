import { describe, expect } from 'vitest';
import { openPayer } from '../parties/payer.ts';
import { refusalOf, refusedFields } from '../parties/refusal.ts';
import type { Platform, RawRequest, Target } from '../targets/target.ts';
import { scenarioOn } from './scenario.ts';

const json = { 'content-type': 'application/json' } as const;

interface Refused {
  readonly name: string;
  readonly request: RawRequest;
  readonly status: number;
  readonly code: string;
}

/** Requests that never reach an operation; their refusals have the same envelope. */
const unreached: readonly Refused[] = [
  { name: 'a path that is not served', request: { method: 'GET', path: '/nowhere' }, status: 404, code: 'NOT_FOUND' },
  {
    name: 'a method the path does not take',
    request: { method: 'PUT', path: '/quotes' },
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
  },
  {
    name: 'a body that is not JSON',
    request: { method: 'POST', path: '/quotes', headers: json, body: '{"source":' },
    status: 400,
    code: 'INVALID_REQUEST_FORMAT',
  },
  {
    name: 'a body above one mebibyte',
    request: {
      method: 'POST',
      path: '/quotes',
      headers: json,
      body: JSON.stringify({ description: 'x'.repeat(1024 * 1024) }),
    },
    status: 413,
    code: 'REQUEST_TOO_LARGE',
  },
  {
    name: 'a body of another type than JSON',
    request: { method: 'POST', path: '/quotes', headers: { 'content-type': 'text/plain' }, body: 'hello' },
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
];

interface Envelope {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly details?: { readonly errors: readonly { readonly field: string; readonly constraint?: unknown }[] };
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'code' in body && 'reason' in body;
}

async function envelopeOf(platform: Platform, request: RawRequest): Promise<{ response: Response; body: Envelope }> {
  const response = await platform.send(request);
  const body: unknown = await response.json();
  if (!isEnvelope(body)) throw new Error(`the answer is no refusal: ${JSON.stringify(body)}`);
  return { response, body };
}

export function errorCases(target: Target): void {
  const scenario = scenarioOn(target);

  describe('the error envelope', () => {
    for (const { name, request, status, code } of unreached) {
      scenario(`is returned for ${name} with ${status} ${code}`, async (platform) => {
        const { response, body } = await envelopeOf(platform, request);
        expect(response.status).toBe(status);
        expect(body).toMatchObject({ status, code, reason: expect.any(String), message: body.reason });
      });
    }

    scenario('names the allowed methods in the Allow header', async (platform) => {
      const { response } = await envelopeOf(platform, { method: 'PUT', path: '/customers' });
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
    });

    scenario('has status, code, reason and message for an unknown customer', async (platform) => {
      const client = platform.connect({ expected: { status: 404, example: 'unknownCustomer' } });
      const customerId = 'Customer:0198c0de-0000-7000-8000-000000000000';
      const refusal = await refusalOf(client.GET('/customers/{customerId}', { params: { path: { customerId } } }));
      expect(refusal).toMatchObject({ status: 404, code: 'CUSTOMER_NOT_FOUND' });
      expect(refusal.body).toMatchObject({
        status: 404,
        code: 'CUSTOMER_NOT_FOUND',
        reason: refusal.reason,
        message: refusal.reason,
      });
    });

    scenario('lists every required field for an empty body', async (platform) => {
      const { response, body } = await envelopeOf(platform, {
        method: 'POST',
        path: '/quotes',
        headers: json,
        body: '{}',
      });
      expect(response.status).toBe(400);
      expect(body).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(body.details?.errors.map(({ field }) => field).sort()).toEqual([
        'destination',
        'lockedCurrencyAmount',
        'lockedCurrencySide',
        'source',
      ]);
    });

    scenario('lists every invalid field at once, each with its constraint', async (platform) => {
      const { accountId } = await openPayer(platform);
      const quote = {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: 'nobody' },
        lockedCurrencySide: 'BOTH',
        lockedCurrencyAmount: 0,
        remittanceInformation: 'x'.repeat(81),
      };
      const { body } = await envelopeOf(platform, {
        method: 'POST',
        path: '/quotes',
        headers: json,
        body: JSON.stringify(quote),
      });
      const constraints = new Map(body.details?.errors.map(({ field, constraint }) => [field, constraint]));
      expect([...constraints.keys()].sort()).toEqual([
        'destination.accountId',
        'lockedCurrencyAmount',
        'lockedCurrencySide',
        'remittanceInformation',
      ]);
      expect(constraints.get('lockedCurrencySide')).toEqual({ enum: ['SENDING', 'RECEIVING'] });
      expect(constraints.get('remittanceInformation')).toEqual({ maxLength: 80 });
    });

    scenario('names the fields of a customer by their dotted path', async (platform) => {
      const customer = {
        customerType: 'INDIVIDUAL',
        fullName: '',
        endUserTermsConsent: { acceptedAt: 'yesterday', ipAddress: '203.0.113.24' },
      };
      const { body } = await envelopeOf(platform, {
        method: 'POST',
        path: '/customers',
        headers: json,
        body: JSON.stringify(customer),
      });
      expect(body.code).toBe('INVALID_INPUT');
      expect(body.details?.errors.map(({ field }) => field).sort()).toEqual([
        'endUserTermsConsent.acceptanceMethod',
        'endUserTermsConsent.acceptedAt',
        'endUserTermsConsent.termsVersion',
        'fullName',
      ]);
      const refusal = await refusalOf(
        platform.client.GET('/transactions', { params: { query: { startDate: 'yesterday', limit: 1000 } } }),
      );
      expect(refusedFields(refusal)).toEqual(['limit', 'startDate']);
    });

    scenario('is not returned for an unknown field, which is ignored', async (platform) => {
      const customer = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', favouriteColour: 'green' };
      const response = await platform.send({
        method: 'POST',
        path: '/customers',
        headers: json,
        body: JSON.stringify(customer),
      });
      expect(response.status).toBe(201);
      expect(await response.json()).not.toHaveProperty('favouriteColour');
    });
  });
}
