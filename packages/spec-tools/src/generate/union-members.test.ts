import { expect, test } from 'vitest';
import type { Schema } from '../../../types/src/specification.ts';
import { withUnionMembers } from './union-members.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const kind = (value: string): Schema => ({ properties: { type: { const: value } }, required: ['type'] });
const union = { oneOf: [reference('Letter'), reference('Parcel')], discriminator: { propertyName: 'type' } };
const schemas = {
  Letter: kind('LETTER'),
  Parcel: { allOf: [kind('PARCEL')] },
  WebhookEvent: { description: 'Any event.', discriminator: { propertyName: 'type' } },
};

function complete(extra: Record<string, Schema>) {
  const payload = { post: { requestBody: { content: { 'application/json': { schema: reference('Parcel') } } } } };
  return withUnionMembers({
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '2030-01-01' },
    paths: {},
    webhooks: { parcelSent: payload },
    components: { schemas: { ...schemas, ...extra } },
  }).components?.schemas;
}

test('a union maps each discriminator value to its member, also within a property', () => {
  const found = complete({ Sending: { properties: { item: union } } });
  expect(found?.Sending?.properties?.item?.discriminator?.mapping).toEqual({
    LETTER: '#/components/schemas/Letter',
    PARCEL: '#/components/schemas/Parcel',
  });
});

test('the WebhookEvent union has the payload of every webhook', () => {
  expect(complete({})?.WebhookEvent).toEqual({
    description: 'Any event.',
    oneOf: [reference('Parcel')],
    discriminator: { propertyName: 'type', mapping: { PARCEL: '#/components/schemas/Parcel' } },
  });
});
