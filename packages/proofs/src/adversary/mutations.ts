import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { isObject } from '../../../spec-tools/src/rules/is-object.ts';
import type { Json } from '../../../types/src/spec.ts';

import { type FuzzRequest, textOf } from './request.ts';

/** A text that no refusal may repeat, and no response either if the field is unknown. */
export const marker = 'Zq7marker';

/** A placeholder in a body, which is replaced after serialization by text that JSON.stringify would never write. */
const hole = '"Zq7hole"';

const literals = [
  '-0',
  '-1',
  '1.5',
  '1e3',
  '1e400',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775808',
] as const;
const strange: readonly Json[] = [
  null,
  true,
  '',
  ' ',
  [],
  {},
  [[]],
  '1',
  -1,
  0.1,
  `${marker}'; --`,
  `${marker}\u202e\u200d`,
  `${marker}\r\nx: y`,
  '$error.on.quote.NOBODY',
  '🤷‍♀️'.repeat(40),
  'a'.repeat(70_000),
  '\u0000',
  { [marker]: marker },
];
const rawTexts = ['"\\ud800"', '"\\u0000"', `"${marker}`, 'nul', '[[[[', `${'['.repeat(20_000)}`, ''] as const;
const headers: readonly (readonly [string, string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=latin1'],
  ['content-type', marker],
  ['content-encoding', 'gzip'],
  ['idempotency-key', ''],
  ['idempotency-key', marker.repeat(200)],
  ['idempotency-key', 'é'],
  ['authorization', `Basic ${marker}`],
  ['authorization', `Bearer ${marker}`],
  ['authorization', `Basic ${Buffer.from(`Token:${marker}`).toString('base64')}`],
  ['accept', 'application/xml'],
  ['range', 'bytes=0-1'],
  ['x-http-method-override', 'DELETE'],
  ['service-signature', marker],
  ['service-2fa-code', marker],
];

/** One change of a request: two numbers select the change and its place. */
interface Mutation {
  readonly name: string;
  apply(request: FuzzRequest, choice: number, where: number): FuzzRequest | undefined;
}

type Path = readonly (string | number)[];

function placesOf(value: Json | undefined, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesOf(item as Json, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

/** The value with a replacement at a path, or without the member if the replacement is `undefined`. */
function replaced(value: Json, [key, ...rest]: Path, put: Json | undefined): Json {
  if (key === undefined) return put ?? null;
  if (Array.isArray(value)) {
    const list = [...(value as readonly Json[])];
    if (rest.length === 0 && put === undefined) list.splice(Number(key), 1);
    else list[Number(key)] = replaced(list[Number(key)] ?? null, rest, put);
    return list;
  }
  if (!isObject(value)) return value;
  const { [String(key)]: old = null, ...others } = value;
  if (rest.length === 0 && put === undefined) return others;
  return { ...value, [String(key)]: replaced(old, rest, put) };
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}

/** Replaces one value of the body. */
function inBody(request: FuzzRequest, where: number, put: Json | undefined): FuzzRequest | undefined {
  const place = pick(placesOf(request.body), where);
  if (place === undefined || request.body === undefined) return undefined;
  return { ...request, change: `body.${place.join('.')}`, body: replaced(request.body, place, put) };
}

function inText(request: FuzzRequest, where: number, literal: string): FuzzRequest | undefined {
  const changed = inBody(request, where, JSON.parse(hole) as Json);
  return changed && { ...changed, text: (textOf(changed) ?? '').replace(hole, () => literal) };
}

const mutations: readonly Mutation[] = [
  { name: 'without a field', apply: (request, _choice, where) => inBody(request, where, undefined) },
  { name: 'another value', apply: (request, choice, where) => inBody(request, where, pick(strange, choice)) },
  {
    name: 'a number at a limit',
    apply: (request, choice, where) => inText(request, where, pick(literals, choice) ?? '0'),
  },
  {
    name: 'invalid text',
    apply: (request, choice, where) => inText(request, where, pick(rawTexts, choice) ?? ''),
  },
  {
    name: 'an unknown field',
    apply: (request, choice) => {
      if (!isObject(request.body)) return undefined;
      const name =
        pick(['zq7', '__proto__', 'constructor', 'toString', 'id', 'status', 'platformId', 'tenant'], choice) ?? 'zq7';
      const body = Object.fromEntries([
        ...Object.entries(request.body),
        [name, name === 'zq7' ? marker : { [marker]: marker }],
      ]);
      return { ...request, change: `body.${name}`, body };
    },
  },
  {
    name: 'a duplicate field',
    apply: (request, choice) => {
      if (!isObject(request.body)) return undefined;
      const name = pick(Object.keys(request.body), choice) ?? 'a';
      const text = `{${JSON.stringify(name)}: "${marker}", ${(textOf(request) ?? '{}').slice(1)}`;
      return { ...request, change: name, text };
    },
  },
  {
    name: 'deep nesting',
    apply: (request, choice) => {
      if (request.body === undefined) return undefined;
      const depth = 10 ** (1 + (choice % 5));
      return { ...request, change: `${depth} levels`, text: `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}` };
    },
  },
  {
    name: 'another header',
    apply: (request, choice) => {
      const [name, value] = pick(headers, choice) ?? ['x', 'y'];
      return { ...request, change: `${name}: ${value.slice(0, 20)}`, headers: { ...request.headers, [name]: value } };
    },
  },
  {
    name: 'a query',
    apply: (request, choice, where) => {
      const values = [
        '',
        marker,
        '-1',
        '0',
        '99999999999999999999',
        '1e400',
        '\u0000',
        'true',
        'null',
        '../..',
        '2025-02-30T00:00:00Z',
      ];
      const known = request.operation.parameters.filter(({ place }) => place === 'query').map(({ name }) => name);
      const name = pick([...known, 'cursor', marker, 'limit', '__proto__'], where) ?? 'zq7';
      const value = pick(values, choice) ?? '';
      return { ...request, change: `?${name}=${value}`, query: [...request.query, [name, value]] };
    },
  },
  {
    name: 'a cursor',
    apply: (request, choice) => {
      const positions = [
        [],
        {},
        null,
        ['2025-01-01T00:00:00.000Z'],
        [1, 2],
        ['x', 'y'],
        ['2025-01-01T00:00:00.000Z', { a: 1 }],
        ['9999-99-99', ''],
      ];
      const cursor = Buffer.from(JSON.stringify(pick(positions, choice))).toString('base64url');
      return { ...request, change: cursor, query: [...request.query, ['cursor', cursor]] };
    },
  },
  {
    name: 'a path',
    apply: (request, choice, where) => {
      const names = [...request.operation.path.matchAll(/\{\w+\}/g)];
      if (names.length === 0) return undefined;
      const values = [
        marker,
        '%00',
        '%2e%2e%2f',
        '%25zz',
        'Quote:1',
        'a'.repeat(3_000),
        '%F0%9F%A4%B7',
        "'%20or%201=1",
        'null',
        'constructor',
        '%0d%0ax:y',
      ];
      const parts = request.operation.path.split('/');
      const old = request.path.split('/');
      const place = parts.indexOf(pick(names, where)?.[0] ?? '');
      const value = pick(values, choice) ?? '';
      return { ...request, change: value.slice(0, 40), path: old.with(place, value).join('/') };
    },
  },
];

/** Numbers that select a mutation and its details. */
export const mutating = fc.tuple(fc.nat(), fc.nat(), fc.nat());

/** The request with one change; unchanged if no mutation applies. */
export function mutated(request: FuzzRequest, [which, choice, where]: readonly [number, number, number]): FuzzRequest {
  for (let step = 0; step < mutations.length; step += 1) {
    const mutation = mutations[(which + step) % mutations.length];
    const changed = mutation?.apply(request, choice, where);
    if (changed !== undefined)
      return { ...changed, manner: 'mutated', change: `${mutation?.name}: ${changed.change ?? ''}` };
  }
  return request;
}
