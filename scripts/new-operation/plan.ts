import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableFlag } from '../../packages/command-line/src/run-command.ts';
import { operationTable } from '../../packages/types/src/generated/operations.ts';
import { type Method, methods, type Specification } from '../../packages/types/src/specification.ts';
import { foldersOfResources } from '../tidy/imports.ts';

/** The facts about the operation that the files need. */
export interface OperationPlan {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The path with ids from the examples of the specification. */
  readonly examplePath: string;
  /** `payments/quotes`, below `packages/server/src/`. */
  readonly room: string;
  readonly isNewRoom: boolean;
  readonly tag: string;
  readonly permission: 'VIEW' | 'TRANSACT' | 'MANAGE';
  readonly status: number;
  /** The schema of its response, and of its request if it has one. */
  readonly answer: string;
  readonly request: string | undefined;
}

/** The flags of the command. */
export interface Given {
  readonly id: string;
  readonly at?: string | undefined;
  readonly room?: string | undefined;
  readonly tag?: string | undefined;
  readonly permission?: string | undefined;
  readonly answer?: string | undefined;
  readonly request?: string | undefined;
}

function roomsOf(root: string): string[] {
  const source = join(root, 'packages/server/src');
  return foldersOfResources.flatMap((domain) =>
    readdirSync(join(source, domain), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${domain}/${name}`),
  );
}

function readRoom(root: string, room: string | undefined): Pick<OperationPlan, 'room' | 'isNewRoom'> {
  const rooms = roomsOf(root);
  if (room === undefined)
    throw new UnusableFlag(`--room must be the folder of the handler: ${rooms.join(', ')}, or a new one`);
  const [domain = '', name = '', ...rest] = room.split('/');
  if (!foldersOfResources.includes(domain) || !/^[a-z]+(-[a-z]+)*$/.test(name) || rest.length > 0)
    throw new UnusableFlag(
      `--room ${room}: name a room in one of ${foldersOfResources.join(', ')}, such as payments/quotes`,
    );
  return { room, isNewRoom: !existsSync(join(root, 'packages/server/src', room, 'manifest.ts')) };
}

function isMethod(text: string): text is Method {
  return methods.some((method) => method === text);
}

function readPlace(at: string | undefined): Pick<OperationPlan, 'method' | 'path'> {
  const [, method = '', path = ''] = /^([A-Za-z]+) (\/\S+)$/.exec(at ?? '') ?? [];
  const lower = method.toLowerCase();
  if (!isMethod(lower) || !/^(\/([a-z0-9_-]+|\{[a-zA-Z]+\}))+$/.test(path))
    throw new UnusableFlag(`--at ${at ?? ''}: give method and path, as in --at "GET /quotes/{quoteId}/history"`);
  return { method: lower, path };
}

function withExamples({ paths, components }: Specification, path: string): string {
  const parameters = [
    ...Object.values(components?.parameters ?? {}),
    ...Object.values(paths).flatMap((item) => item.parameters ?? []),
  ];
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    String(parameters.find((one) => one.name === name && one.in === 'path')?.example ?? 'example'),
  );
}

function readPermission(permission: string | undefined, method: Method): OperationPlan['permission'] {
  const name = permission ?? (method === 'get' ? 'VIEW' : 'MANAGE');
  if (name === 'VIEW' || name === 'TRANSACT' || name === 'MANAGE') return name;
  throw new UnusableFlag(`--permission ${name}: choose VIEW, TRANSACT or MANAGE`);
}

/** The given tag, or that of the operations at the nearest path. */
function readTag({ tags = [], paths }: Specification, tag: string | undefined, path: string): string {
  const names = tags.map(({ name }) => name);
  const near = Object.keys(paths)
    .filter((other) => path === other || path.startsWith(`${other}/`))
    .sort((one, other) => other.length - one.length)[0];
  const item = paths[near ?? ''] ?? {};
  const found = tag ?? (item.get ?? item.post ?? item.patch ?? item.put ?? item.delete)?.tags?.[0];
  if (found !== undefined && names.includes(found)) return found;
  throw new UnusableFlag(`--tag ${found ?? ''}: choose one of ${names.join(', ')}, or add yours to spec/openapi.yaml`);
}

function schemaName(flag: string, name: string): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
  throw new UnusableFlag(`--${flag} ${name}: the name of a schema has the form QuoteHistory`);
}

function nounOf(id: string): string {
  return id.replace(/^[a-z]+/, '');
}

export function planOperation(root: string, specification: Specification, given: Given): OperationPlan {
  const { id } = given;
  if (!/^[a-z]+(?:[A-Z0-9][a-z0-9]+)+$/.test(id))
    throw new UnusableFlag(`${id}: an operationId must be a verb and a noun in camelCase, such as listQuoteHistory`);
  if (Object.hasOwn(operationTable, id)) throw new UnusableFlag(`${id} already has a handler`);
  const place = readPlace(given.at);
  const { method, path } = place;
  if (specification.paths[path]?.[method] !== undefined)
    throw new UnusableFlag(
      `${given.at ?? ''} is ${specification.paths[path]?.[method]?.operationId ?? 'taken'} already`,
    );
  const status = method === 'delete' ? 204 : 200;
  const takesBody = method === 'post' || method === 'patch' || method === 'put';
  return {
    id,
    ...place,
    examplePath: withExamples(specification, path),
    ...readRoom(root, given.room),
    tag: readTag(specification, given.tag, path),
    permission: readPermission(given.permission, method),
    status,
    answer: schemaName('answer', given.answer ?? `${nounOf(id)}${id.startsWith('list') ? 'ListResponse' : ''}`),
    request: takesBody ? schemaName('request', given.request ?? `${nounOf(id)}Request`) : undefined,
  };
}
