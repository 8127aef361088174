import { loadSpecification, type Response, type Schema, type Specification } from '@payments-platform/types/spec';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const documentId = 'specification';
const specification = loadSpecification();
const ajv = createAjv(specification);
const compiled = new Map<string, ValidateFunction>();

function createAjv(document: Specification): Ajv2020 {
  // Not strict: the keywords of OpenAPI are none of Ajv's. Optimized code takes longer to make, and runs seldom.
  const fresh = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    code: { optimize: false },
  });
  addFormats.default(fresh);
  fresh.addSchema(document, documentId);
  return fresh;
}

/** Names a place in the document: `/paths/~1quotes/post`. Braces of path templates may not stand in a reference. */
function pointer(...steps: readonly string[]): string {
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

function problemAt(place: string, value: unknown): string | undefined {
  const validate = compiled.get(place) ?? ajv.compile({ $ref: `${documentId}#${place}` });
  compiled.set(place, validate);
  return validate(value) ? undefined : describe(validate.errors ?? []);
}

const shownErrors = 6;

function describe(errors: readonly ErrorObject[]): string {
  return errors
    .slice(0, shownErrors)
    .map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`)
    .join('; ');
}

type Operation = { readonly responses?: Readonly<Record<string, Response>> };

/** What is wrong with an answer to an operation, or `undefined`; what comes as no declared type is held to be JSON. */
export function responseProblem(
  path: string,
  method: string,
  status: number,
  body: unknown,
  contentType = 'application/json',
): string | undefined {
  const item: Readonly<Record<string, unknown>> = { ...specification.paths[path] };
  const operation = item[method.toLowerCase()] as Operation | undefined;
  const response = operation?.responses?.[String(status)];
  if (response === undefined) return `${method} ${path} declares no answer ${status}`;
  const shared = response.$ref?.split('/').at(-1);
  const place =
    shared === undefined
      ? pointer('paths', path, method.toLowerCase(), 'responses', String(status))
      : pointer('components', 'responses', shared);
  const declared = shared === undefined ? response : specification.components?.responses?.[shared];
  if (declared?.content === undefined)
    return body === undefined ? undefined : `${method} ${path} declares no body for ${status}`;
  const [type = ''] = contentType.split(';');
  const declaredType = declared.content[type] === undefined ? 'application/json' : type;
  return problemAt(`${place}${pointer('content', declaredType, 'schema')}`, body);
}

/** What is wrong with the body of a refusal that no operation made, such as an unknown route. */
export function refusalProblem(status: number, body: unknown): string | undefined {
  return problemAt(pointer('components', 'schemas', `Error${status}`), body);
}

const eventPlaces = new Map<string, string>();
for (const [name, item] of Object.entries(specification.webhooks ?? {})) {
  const schema = item.post?.requestBody?.content['application/json']?.schema;
  const type = schema === undefined ? undefined : typeConstOf(schema);
  if (type === undefined) throw new Error(`the webhook ${name} does not say its type`);
  eventPlaces.set(type, pointer('webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema'));
}

/** The `type` that an event schema fixes, wherever it is composed from. */
function typeConstOf(schema: Schema): string | undefined {
  const named = schema.$ref?.split('/').at(-1);
  if (named !== undefined) {
    const target = specification.components?.schemas?.[named];
    return target === undefined ? undefined : typeConstOf(target);
  }
  const own = schema.properties?.type?.const;
  if (typeof own === 'string') return own;
  return schema.allOf?.map(typeConstOf).find((type) => type !== undefined);
}

/** What is wrong with the body of a webhook, or `undefined`. */
export function eventProblem(type: string, body: unknown): string | undefined {
  const place = eventPlaces.get(type);
  return place === undefined ? `no webhook of the specification has the type ${type}` : problemAt(place, body);
}
