import { randomUUID } from 'node:crypto';
import type { Json, Specification } from '../../../types/src/spec.ts';
import type { ParameterFacts } from './operation-facts.ts';

/** The kind of resource that a value identifies: the prefix of an id, or a word for other identifiers. */
export type Kind = string;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const prefixedId = new RegExp(`^([A-Z][A-Za-z]*):${uuid}$`);

/** The prefixes that the specification gives to ids. */
export function idPrefixes(specification: Specification): Kind[] {
  const schemas = Object.values(specification.components?.schemas ?? {});
  return [...new Set(schemas.flatMap((schema) => schema['x-id-prefix'] ?? []))].sort();
}

/** Parameters that identify a resource of a platform without a prefixed id. */
const namedParameters: Readonly<Record<string, Kind>> = {
  accountIdentifier: 'account identifier',
  code: 'device code',
  credentialId: 'passkey',
  idempotencyKey: 'idempotency key',
  invitationCode: 'invitation',
  name: 'token name',
  platformCardId: 'platform card id',
  platformCustomerId: 'platform customer id',
  receiverAccountIdentifier: 'account identifier',
  receiverUmaAddress: 'UMA address',
  reference: 'reference',
  resetId: 'factor reset',
  resourceId: 'Transaction',
  senderAccountIdentifier: 'InternalAccount',
  senderUmaAddress: 'UMA address',
  tokenId: 'calling token',
  umaAddress: 'UMA address',
};

/** The same for fields in bodies. */
const namedFields: Readonly<Record<string, Kind>> = {
  challengeId: 'login challenge',
  platformCardId: 'platform card id',
  platformCustomerId: 'platform customer id',
  receiverUmaAddress: 'UMA address',
  umaAddress: 'UMA address',
};

/** Text parameters that identify nothing. */
const plainParameters: ReadonlySet<string> = new Set(['after', 'cursor', 'provider']);

/** The kinds that the parameter can identify: none for plain values, `undefined` if it is not classified yet. */
export function kindsOf({ name, schema }: ParameterFacts, prefixes: readonly Kind[]): Kind[] | undefined {
  const { pattern } = schema;
  if (pattern !== undefined) {
    const accepted = prefixes.filter((prefix) => new RegExp(pattern).test(`${prefix}:${randomUUID()}`));
    if (accepted.length > 0) return accepted;
  }
  const named = namedParameters[name];
  if (named !== undefined) return [named];
  const isText = schema.type === 'string' && schema.enum === undefined && schema.format === undefined;
  return isText && pattern === undefined && !plainParameters.has(name) ? undefined : [];
}

/** Whether resources of the kind have ids with a prefix. */
export function isIdKind(kind: Kind): boolean {
  return /^[A-Z]\w*$/.test(kind);
}

/** A value of the same form that does not exist. */
export function unknownOf(kind: Kind): string {
  const id = randomUUID();
  if (kind === 'UMA address') return `$nobody.${id.slice(0, 8)}@uma.example.com`;
  if (kind === 'login challenge') return id;
  if (kind === 'invitation') return id.slice(0, 8);
  if (kind === 'device code') return `SERVICE-AGENT-${id.slice(0, 4)}-${id.slice(9, 13)}`.toUpperCase();
  if (kind === 'factor reset') return id;
  if (kind === 'passkey') return Buffer.from(id).toString('base64url').slice(0, 22);
  return isIdKind(kind) ? `${kind}:${id}` : `nobody-${id}`;
}

export interface BodyPlace {
  readonly path: readonly (string | number)[];
  readonly kind: Kind;
}

/** Every place of a body with an identifier. */
export function placesIn(value: Json, path: readonly (string | number)[] = []): BodyPlace[] {
  if (typeof value === 'string') {
    const kind = prefixedId.exec(value)?.[1] ?? namedFields[String(path.at(-1))];
    return kind === undefined ? [] : [{ path, kind }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The body with other values in some places. */
export function withValues(
  value: Json,
  values: ReadonlyMap<string, string>,
  path: readonly (string | number)[] = [],
): Json {
  if (typeof value === 'string') return values.get(path.join('.')) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => withValues(item, values, [...path, index]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withValues(item, values, [...path, key])]),
  );
}
