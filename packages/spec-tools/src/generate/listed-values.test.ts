import { expect, test } from 'vitest';
import { withListedValues } from './listed-values.ts';
import { specFolder } from './paths.ts';
import { readTables } from './tables.ts';

const tables = readTables(specFolder);
const parcels = { openapi: '3.1.0', info: { title: 'Parcels', version: '2030-01-01' }, paths: {} };

test('an error schema lists the codes of its status, or has the only code as a const', () => {
  const code = { description: 'What went wrong.', type: 'string', examples: ['EXPIRED'] };
  const { components } = withListedValues(
    { ...parcels, components: { schemas: { Error423: { properties: { code } }, Error404: { properties: { code } } } } },
    tables,
  );
  const { Error423, Error404 } = components?.schemas ?? {};
  expect(Error423?.properties?.code?.const).toBe('ACCOUNT_LOCKED');
  expect(Error404?.properties?.code?.enum).toContain('QUOTE_NOT_FOUND');
  expect(Error404?.properties?.code?.enum).not.toContain('CONFLICT');
  expect(Object.keys(Error404?.properties?.code ?? {})).toEqual(['description', 'type', 'enum', 'examples']);
});

test('WebhookEventType lists the event types of all webhooks', () => {
  const payload = (type: string) => ({ type: 'object', properties: { type: { const: type } } });
  const webhookOf = (type: string) => ({
    post: { responses: {}, requestBody: { content: { 'application/json': { schema: payload(type) } } } },
  });
  const { components } = withListedValues(
    {
      ...parcels,
      webhooks: { parcelSent: webhookOf('PARCEL.SENT'), parcelLost: webhookOf('PARCEL.LOST') },
      components: { schemas: { WebhookEventType: { type: 'string' } } },
    },
    tables,
  );
  expect(components?.schemas?.WebhookEventType?.enum).toEqual(['PARCEL.LOST', 'PARCEL.SENT']);
});

test('a schema with x-states lists the states of its table, and other schemas stay as they are', () => {
  const schemas = { QuoteStatus: { type: 'string', 'x-states': 'quote' }, Colour: { type: 'string' } };
  const { components } = withListedValues({ ...parcels, components: { schemas } }, tables);
  expect(components?.schemas?.QuoteStatus?.enum).toEqual(Object.keys(tables.states.quote?.states ?? {}));
  expect(components?.schemas?.Colour).toEqual({ type: 'string' });
});
