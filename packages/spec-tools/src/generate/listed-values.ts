import type { Schema, Specification } from '../../../types/src/specification.ts';
import { declaredEvents } from './event-types.ts';
import type { Tables } from './tables.ts';

/** Inserts the values behind the type, as a person would write them. */
function withValues(schema: Schema, values: readonly string[]): Schema {
  const { title, description, type, ...rest } = schema;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
    ...(values.length === 1 && values[0] !== undefined ? { const: values[0] } : { enum: values }),
    ...rest,
  };
}

function withCodes(name: string, schema: Schema, tables: Tables): Schema {
  const code = schema.properties?.code;
  const status = /^Error(\d{3})$/.exec(name)?.[1];
  if (status === undefined || code === undefined) return schema;
  const codes = Object.values(tables.errors).filter((entry) => entry.status === Number(status));
  const values = codes.map((entry) => entry.code);
  return { ...schema, properties: { ...schema.properties, code: withValues(code, values) } };
}

function withStates(schema: Schema, tables: Tables): Schema {
  const table = tables.states[schema['x-states'] ?? ''];
  return table === undefined ? schema : withValues(schema, Object.keys(table.states));
}

function withEventTypes(name: string, schema: Schema, specification: Specification): Schema {
  if (name !== 'WebhookEventType') return schema;
  return withValues(
    schema,
    declaredEvents(specification).map(({ type }) => type),
  );
}

/**
 * Inserts values that are defined elsewhere: the codes of each `ErrorNNN` from the error catalogue, the states of each
 * schema with `x-states` from its table, and the types of `WebhookEventType` from the webhooks.
 */
export function withListedValues(specification: Specification, tables: Tables): Specification {
  const schemas = Object.entries(specification.components?.schemas ?? {}).map(([name, schema]): [string, Schema] => [
    name,
    withEventTypes(name, withStates(withCodes(name, schema, tables), tables), specification),
  ]);
  return { ...specification, components: { ...specification.components, schemas: Object.fromEntries(schemas) } };
}
