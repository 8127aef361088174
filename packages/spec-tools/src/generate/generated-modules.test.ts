import { expect, test } from 'vitest';
import { parseSpecification } from '../../../types/src/specification.ts';
import { goodSpecification } from '../rules/break.ts';
import { accountFacts } from './account-facts.ts';
import { errorTable } from './error-table.ts';
import { declaredEvents, eventTypes } from './event-types.ts';
import { operationTable } from './operation-table.ts';
import { stateTables } from './state-tables.ts';

const specification = parseSpecification(JSON.stringify(goodSpecification()));
const facts = specification.components?.schemas?.BoxAccount?.['x-account'];
const tables = {
  errors: specification['x-error-catalogue'] ?? {},
  states: specification['x-state-tables'] ?? {},
  currencies: specification['x-currencies'] ?? {},
  accounts: facts === undefined ? {} : { BOX_ACCOUNT: facts },
  regions: {},
  rails: {},
  calendars: {},
  dependencies: {},
};

test('the operation table has a row for each operation', () => {
  const { content } = operationTable(specification);
  expect(content).toContain(`  createParcel: {
    method: 'POST',
    path: '/parcels',
    permission: 'TRANSACT',
    agentPermissions: null,
    idempotent: 'key',
    isKeyRequired: false,
    signedRetry: null,
    body: 'JSON',
    hasCsv: false,
    formMaxBytes: null,
    successStatuses: [201],
    errorCodes: { 400: ['INVALID_INPUT', 'TOO_HEAVY'] },
    deprecation: null,
    security: ['BasicAuth'],
  },`);
  expect(content).toContain(`permission: null,
    agentPermissions: ['SEE_PARCELS'],`);
});

test('an operation without an operationId is refused', () => {
  const nameless = { ...specification, paths: { '/parcels': { get: {} } } };
  expect(() => operationTable(nameless)).toThrow('GET /parcels has no operationId');
});

test('the event types come from the payloads of the webhooks, through their composition', () => {
  expect(declaredEvents(specification)).toEqual([{ type: 'PARCEL.SENT', webhook: 'parcelSent' }]);
  expect(eventTypes(specification).content).toContain("readonly 'PARCEL.SENT': BodyOf<webhooks['parcelSent']>;");
});

test('a webhook whose payload does not fix its type is refused', () => {
  const open = { ...specification, webhooks: { parcelLost: { post: {} } } };
  expect(() => declaredEvents(open)).toThrow('Webhook parcelLost');
});

test('each state machine has types for its states and triggers', () => {
  expect(stateTables(tables).content).toContain("export type ParcelTrigger = TriggerOf<'parcel'>;");
});

test('a state machine generates no state type when its schema has the same name', () => {
  const { parcel } = tables.states;
  if (parcel === undefined) throw new Error('The fixture has no state table of a parcel.');
  const { content } = stateTables({ ...tables, states: { parcel: { ...parcel, schema: 'ParcelState' } } });
  expect(content).not.toContain('export type ParcelState');
  expect(content).toContain('export type ParcelTrigger');
});

test('a row of the account facts has its forms, and null as network where there is none', () => {
  const { content } = accountFacts(tables);
  expect(content).toContain(
    "forms: [{ identifier: 'boxNumber', fields: ['boxNumber'], rails: ['VAN', 'BICYCLE'], defaultRail: 'VAN' }]",
  );
  expect(content).toContain('network: null');
});

test('a row of the error table has retryable and leaves out the cause', () => {
  expect(errorTable(tables).content).toContain('retryable: true');
  expect(errorTable(tables).content).not.toContain('cause');
});
