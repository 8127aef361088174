import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ReceivedEvent, resourceOf } from './index.ts';

interface Example {
  readonly value?: ReceivedEvent;
  readonly $ref?: string;
}

interface Webhook {
  readonly post: {
    readonly requestBody: {
      readonly content: Record<'application/json', { readonly examples: Record<string, Example> }>;
    };
  };
}

/** The events of the examples in the specification. */
function exampleEvents(): ReceivedEvent[] {
  const bundle = new URL('../../../spec/dist/openapi.json', import.meta.url);
  const { webhooks, components } = JSON.parse(readFileSync(bundle, 'utf8')) as {
    readonly webhooks: Record<string, Webhook>;
    readonly components: { readonly examples: Record<string, Example> };
  };
  const examples = Object.values(webhooks).flatMap(({ post }) =>
    Object.values(post.requestBody.content['application/json'].examples),
  );
  return examples.map(({ value, $ref = '' }) => {
    const event = value ?? components.examples[$ref.split('/').at(-1) ?? '']?.value;
    if (event === undefined) throw new Error(`The example ${$ref} has no value.`);
    return event;
  });
}

it('names the resource and the number of every event of the specification, except TEST', () => {
  for (const event of exampleEvents()) {
    if (event.type === 'TEST') {
      expect(resourceOf(event)).toBeUndefined();
      continue;
    }
    const { id, code } = event.data as { readonly id?: string; readonly code?: string };
    expect(resourceOf(event), event.type).toEqual({ id: id ?? code, sequence: event.sequence });
  }
});

it('names the resource of an event of a type that was added later', () => {
  const later = { id: 'Webhook:1', type: 'LOAN.PAID', timestamp: '2025-01-01T00:00:00.000Z' };
  const about = (more: object) => resourceOf({ ...later, ...more } as unknown as ReceivedEvent);
  expect(about({ sequence: 3, data: { id: 'Loan:1' } })).toEqual({ id: 'Loan:1', sequence: 3 });
  for (const data of [undefined, null, 'Loan:1', {}, { id: 7 }]) expect(about({ sequence: 3, data })).toBeUndefined();
  expect(about({ data: { id: 'Loan:1' } })).toBeUndefined();
});
