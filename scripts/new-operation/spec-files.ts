import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { kebab } from '../../packages/spec-tools/src/generate/cli/command-words.ts';
import { listYaml, yamlText } from '../../packages/spec-tools/src/generate/yaml-folder.ts';
import { sampleOf } from '../../packages/spec-tools/src/rules/sample.ts';
import { pathFileName, pathFiles } from '../../packages/spec-tools/src/rules/source-files.ts';
import type { Json, Specification } from '../../packages/types/src/specification.ts';
import type { WrittenFile } from '../tidy/source-tree.ts';
import type { OperationPlan } from './plan.ts';

/** `listQuoteHistory` reads as `List quote history`. */
function sentence(name: string): string {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The folder with the file of the nearest path, or one for a new noun. */
function folderOf(specFolder: string, path: string): string {
  const near = [...pathFiles(specFolder)]
    .filter(([other]) => path.startsWith(`${other}/`))
    .sort(([one], [other]) => other.length - one.length)[0];
  return near === undefined ? join(specFolder, 'paths', path.split('/')[1] ?? '') : dirname(near[1]);
}

function fileNamed(folder: string, name: string): string | undefined {
  return listYaml(folder).find((file) => file.endsWith(`/${name}.yaml`));
}

/** A parameter of the path: the shared one with this name, that of a neighbour, or a stub. */
function parameter(specFolder: string, name: string, from: string): string {
  const shared = listYaml(join(specFolder, 'parameters')).find((file) => {
    const text = readFileSync(file, 'utf8');
    return new RegExp(`^name: ${name}$`, 'm').test(text) && /^in: path$/m.test(text);
  });
  if (shared !== undefined) return `  - $ref: ${relative(from, shared)}\n`;
  const neighbour = new RegExp(`^ {2}- name: ${name}\\n(?: {4}.*\\n)+`, 'm');
  for (const file of listYaml(join(specFolder, 'paths'))) {
    const [found] = neighbour.exec(readFileSync(file, 'utf8')) ?? [];
    if (found?.includes('    in: path\n')) return found;
  }
  return `  - name: ${name}\n    in: path\n    description: The id that the service assigned.\n    required: true\n    schema:\n      type: string\n      maxLength: 100\n    example: example\n`;
}

/** The stub of an example of a schema. */
const at = '2025-01-01T00:00:00.000Z';

/** The files of a schema and its example; for an existing schema, only the example. */
function described(specification: Specification, specFolder: string, noun: string, name: string, isPage: boolean) {
  const existing = fileNamed(join(specFolder, 'schemas'), name);
  const file = existing ?? join(specFolder, 'schemas', noun, `${name}.yaml`);
  const fields = isPage
    ? `  - data\n  - hasMore\n  - nextCursor\nproperties:\n  data:\n    description: The items of this page, newest first.\n    type: array\n    items:\n      description: One item.\n      type: object\n      properties:\n        createdAt:\n          description: The time of its creation.\n          type: string\n          format: date-time\n          examples:\n            - "${at}"\n  hasMore:\n    $ref: ../pagination/HasMore.yaml\n  nextCursor:\n    $ref: ../pagination/NextCursor.yaml\n`
    : `  - createdAt\nproperties:\n  createdAt:\n    description: The time of its creation.\n    type: string\n    format: date-time\n    examples:\n      - "${at}"\n`;
  const text = `title: ${sentence(name)}\ndescription: The resource, and when it exists.\ntype: object\nrequired:\n${fields}`;
  const begun = isPage ? { data: [{ createdAt: at }], hasMore: false, nextCursor: null } : { createdAt: at };
  const sample = existing === undefined ? begun : sampleOf(specification, { $ref: `#/components/schemas/${name}` });
  return { file, isNew: existing === undefined, text, sample };
}

function body(schema: string, example: string, indent: string): string {
  const lines = [
    'content:',
    '  application/json:',
    '    schema:',
    `      $ref: ${schema}`,
    '    examples:',
    '      usual:',
    `        $ref: ${example}`,
  ];
  return lines.map((line) => `${indent}${line}\n`).join('');
}

/** A request body that the stub accepts, for its tests. */
export function sampleBody(specification: Specification, plan: OperationPlan): Json | undefined {
  if (plan.request === undefined) return undefined;
  const schema = specification.components?.schemas?.[plan.request];
  return schema === undefined ? { createdAt: at } : sampleOf(specification, schema);
}

/** Each operation has its own reasons to refuse a request as invalid. */
const broken = `description: A field or a parameter is invalid.
      content:
        application/json:
          schema:
            $ref: ../../schemas/errors/Error400.yaml`;

/** The path file, schemas and examples of an operation that is not in the specification yet. */
export function newSpecFiles(root: string, specification: Specification, plan: OperationPlan): WrittenFile[] {
  const specFolder = join(root, 'spec');
  const folder = folderOf(specFolder, plan.path);
  const noun = relative(join(specFolder, 'paths'), folder);
  const name = kebab(plan.id);
  const isPage = plan.id.startsWith('list');
  const file = pathFiles(specFolder).get(plan.path) ?? join(folder, pathFileName(plan.path));
  const written: WrittenFile[] = [];
  const part = (kind: 'request' | 'answer', schema: string, indent: string): string => {
    const made = described(specification, specFolder, noun, schema, isPage && kind === 'answer');
    const example = join(specFolder, 'examples', name, `${kind}.yaml`);
    const value = yamlText({ summary: `A typical ${kind === 'answer' ? 'response' : kind}`, value: made.sample });
    written.push({ path: relative(root, example), text: value });
    if (made.isNew) written.push({ path: relative(root, made.file), text: made.text });
    return body(relative(folder, made.file), relative(folder, example), indent);
  };
  const ids = [...plan.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
  const statuses = ['400', '401', '403', ...(plan.request === undefined ? [] : ['413', '415']), '500', '501'];
  const codes: Readonly<Record<string, string>> = {
    400: plan.request === undefined ? 'INVALID_INPUT' : 'INVALID_INPUT, INVALID_REQUEST_FORMAT',
    401: 'UNAUTHORIZED',
    403: 'FORBIDDEN',
    413: 'REQUEST_TOO_LARGE',
    415: 'UNSUPPORTED_MEDIA_TYPE',
    500: 'INTERNAL_ERROR',
    501: 'NOT_IMPLEMENTED',
  };
  const operation = [
    `${plan.method}:\n  operationId: ${plan.id}\n  tags:\n    - ${plan.tag}\n  summary: ${sentence(plan.id)}\n`,
    '  description: The effect, then the checks in their order.\n',
    `  x-permission: ${plan.permission}\n  x-idempotent: ${plan.method === 'post' || plan.method === 'patch' ? 'none' : 'natural'}\n`,
    `  x-error-codes:\n${statuses.map((status) => `    "${status}": [${codes[status]}]\n`).join('')}`,
    '  security:\n    - BasicAuth: []\n',
    isPage ? '  parameters:\n    - $ref: ../../parameters/Limit.yaml\n    - $ref: ../../parameters/Cursor.yaml\n' : '',
    plan.request === undefined
      ? ''
      : `  requestBody:\n    description: The parameters of the operation.\n    required: true\n${part('request', plan.request, '    ')}`,
    `  responses:\n    "${plan.status}":\n      description: The operation succeeded.\n`,
    plan.status === 204 ? '' : part('answer', plan.answer, '      '),
    ...statuses.map(
      (status) =>
        `    "${status}":\n      ${status === '400' ? broken : `$ref: ../../responses/Error${status}.yaml`}\n`,
    ),
  ].join('');
  const before = existsSync(file)
    ? readFileSync(file, 'utf8')
    : `x-path: ${plan.path}\n${ids.length === 0 ? '' : `parameters:\n${ids.map((id) => parameter(specFolder, id, folder)).join('')}`}`;
  return [{ path: relative(root, file), text: `${before}${operation}` }, ...written];
}
