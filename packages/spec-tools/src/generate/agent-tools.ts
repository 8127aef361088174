import type { AgentToolWords } from '../../../types/src/agent-tool-words.ts';
import { inlined, type PlainSchema } from '../../../types/src/inlined-schema.ts';
import {
  type Dictionary,
  type Json,
  type MediaType,
  type Method,
  methods,
  type Operation,
  type Parameter,
  type Schema,
  type Specification,
} from '../../../types/src/specification.ts';
import { follow } from '../rules/references.ts';
import type { Artifact } from './artifact.ts';
import { literal, sourceBanner } from './typescript-source.ts';

/** One argument of a tool: its place in the request, and its description for a model. */
interface Argument {
  readonly place: 'path' | 'query' | 'header' | 'body' | 'intent';
  /** Its name in the request. */
  readonly wireName: string;
  readonly isRequired: boolean;
  readonly schema: PlainSchema;
  readonly example: Json | undefined;
}

type Arguments = ReadonlyMap<string, Argument>;

interface Place {
  readonly specification: Specification;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

/** `Service-Wallet-Signature` becomes `serviceWalletSignature`. */
function argumentName({ name }: Parameter): string {
  const joined = name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
  return `${joined.slice(0, 1).toLowerCase()}${joined.slice(1)}`;
}

function ofParameter(specification: Specification, parameter: Parameter): [string, Argument] {
  const words = parameter['x-agent-argument'];
  if (words !== undefined) {
    const schema = { description: words.description, type: 'string', minLength: 3, maxLength: 200 };
    const { name: wireName } = parameter;
    return [words.name, { place: 'intent', wireName, isRequired: true, schema, example: words.example }];
  }
  const { in: place, name: wireName, required = false, description = '', schema = {}, example } = parameter;
  if (place === 'cookie') throw new Error(`A tool cannot set the parameter ${wireName}.`);
  const shown = place === 'path' ? example : undefined;
  const told = { ...inlined(specification, schema), description };
  return [argumentName(parameter), { place, wireName, isRequired: required, schema: told, example: shown }];
}

/** Removes a field from every alternative of a schema, or removes the alternative that has the name. */
function without(schema: PlainSchema, [name = '', ...inner]: readonly string[]): PlainSchema {
  const { properties, required, oneOf, ...rest } = schema;
  const { [name]: field, ...others } = properties ?? {};
  const kept = inner.length === 0 || field === undefined ? {} : { [name]: without(field, inner) };
  const needed = required?.filter((each) => inner.length > 0 || each !== name);
  return {
    ...rest,
    ...(oneOf && {
      oneOf: oneOf
        .filter((member) => inner.length > 0 || !Object.values(member.properties ?? {}).some((is) => is.const === name))
        .map((member) => without(member, [name, ...inner])),
    }),
    ...(properties && { properties: { ...others, ...kept } }),
    ...(needed && { required: needed }),
  };
}

/** Reduces an object with many kinds to their names; a model then requests the fields of one. */
function summarised({ description, oneOf = [] }: PlainSchema): PlainSchema {
  const [kind] = Object.keys(oneOf[0]?.properties ?? {}).filter((name) =>
    oneOf.every((member) => member.properties?.[name]?.const !== undefined),
  );
  if (kind === undefined) throw new Error('The summarized object has no discriminator.');
  const kinds = oneOf.flatMap((member) => member.properties?.[kind]?.const ?? []);
  return {
    description: `${description ?? ''} Call \`describe_payee_kind\` for the fields of one.`.trim(),
    type: 'object',
    required: [kind],
    properties: { [kind]: { type: 'string', enum: kinds } },
    additionalProperties: true,
  };
}

function exampleOf({ specification }: Place, content: MediaType | undefined): Dictionary<Json> {
  const [first] = Object.values(content?.examples ?? {});
  const name = first?.$ref?.split('/').at(-1) ?? '';
  const value = (first?.$ref === undefined ? first : specification.components?.examples?.[name])?.value;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Dictionary<Json>) : {};
}

function ofBody(place: Place, words: AgentToolWords): [string, Argument][] {
  const content = place.operation.requestBody?.content['application/json'];
  if (content?.schema === undefined) return [];
  const leavesOut = words.leavesOut ?? [];
  const whole = leavesOut.reduce(
    (schema, field) => without(schema, field.split('.')),
    inlined(place.specification, content.schema),
  );
  const example = exampleOf(place, content);
  return Object.entries(whole.properties ?? {}).map(([name, schema]) => {
    const told = name === words.summarises ? summarised(schema) : schema;
    const isRequired = whole.required?.includes(name) ?? false;
    return [name, { place: 'body', wireName: name, isRequired, schema: told, example: example[name] }];
  });
}

function argumentsOf(place: Place, words: AgentToolWords): Arguments {
  const fromParameters = place.parameters.map((parameter) => ofParameter(place.specification, parameter));
  const all: readonly [string, Argument][] = [...fromParameters, ...ofBody(place, words)];
  const found = new Map(all);
  if (found.size < all.length) throw new Error(`${place.operation.operationId} has two arguments of one name.`);
  return found;
}

function inputSchema(all: Arguments): Schema {
  const named = <Value>(value: (argument: Argument) => Value | undefined): Dictionary<Value> =>
    Object.fromEntries(
      [...all].flatMap(([name, argument]) => {
        const found = value(argument);
        return found === undefined ? [] : [[name, found]];
      }),
    );
  const example = named((argument) => argument.example);
  return {
    type: 'object',
    properties: named(({ schema }) => schema),
    required: [...all].filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
    ...(Object.keys(example).length > 0 && { examples: [example] }),
  };
}

function rowOf(place: Place): object | undefined {
  const { operation, method, path } = place;
  const words = operation['x-agent-tool'];
  if (words === undefined) return undefined;
  const all = argumentsOf(place, words);
  return {
    name: words.name,
    title: operation.summary,
    description: `${operation.summary}. ${words.when} Next: ${words.next}`,
    next: words.next,
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    permissions: operation['x-agent-permissions'] ?? [],
    decidedWithinHours: words.decidedWithinHours ?? null,
    arguments: Object.fromEntries(
      [...all].map(([name, { place: goes, wireName }]) => [name, { place: goes, wireName }]),
    ),
    inputSchema: inputSchema(all),
  };
}

/** The tools for language models, one for each operation of agents. */
export function agentTools(specification: Specification): Artifact {
  const rows = Object.entries(specification.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        follow(specification, parameter),
      );
      return rowOf({ specification, method, path, operation, parameters }) ?? [];
    }),
  );
  const comment = '/** The tools for language models, one for each operation of agents. */';
  const statements = [
    "import type { AgentTool } from '../agent-tool.ts';",
    `/** The version of the interface that the tools call. */\nexport const interfaceVersion = ${literal(specification.info.version)};`,
    `${comment}\nexport const agentTools: readonly AgentTool[] = ${literal(rows)};`,
  ];
  return { path: 'packages/mcp/src/generated/agent-tools.ts', content: `${sourceBanner}${statements.join('\n\n')}\n` };
}
