import { describe, expect, it } from 'vitest';
import { openapiTypes } from '../codegen/openapi-types.ts';

const status = { type: 'string', enum: ['PENDING', 'PAID'], description: 'The states of an invoice.' };
const card = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: ['CARD'], description: 'Marks a card.' } },
};
const bank = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: ['BANK'], description: 'Marks a bank.' } },
};
const mapping = { CARD: '#/components/schemas/Card', BANK: '#/components/schemas/Bank' };
const means = {
  oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
  discriminator: { propertyName: 'kind', mapping },
};
const invoice = {
  type: 'object',
  properties: {
    status: { $ref: '#/components/schemas/Status' },
    statusBefore: { $ref: '#/components/schemas/Status', description: 'The status before the last change.' },
    means: { $ref: '#/components/schemas/Means' },
  },
};
const schemas = { Status: status, Card: card, Bank: bank, Means: means, Invoice: invoice };

describe('a field in the types', () => {
  it('has its own description, or else that of its schema', async () => {
    const types = await openapiTypes(
      JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } }),
    );
    expect(types).toMatch(/@description The states of an invoice\. \*\/\s+readonly status\?:/);
    expect(types).toMatch(/@description The status before the last change\. \*\/\s+readonly statusBefore\?:/);
    expect(types).toMatch(/@description Marks a card\.\n/);
    expect(types).not.toContain('openapi-typescript');
  });
});
