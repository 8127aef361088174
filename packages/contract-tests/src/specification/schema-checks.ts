import { loadSpecification, type Response, type Schema, type Specification } from '@payments-platform/types/spec';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const documentId = 'specification';
const specification = loadSpecification();
const ajv = createAjv(specification);
const compiled = new Map<string, ValidateFunction>();

function createAjv(document: Specification): Ajv2020 {
  // Not strict, because Ajv does not know the keywords of OpenAPI. Optimized code takes longer to generate.
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

/** A JSON pointer into the document: `/paths/~1quotes/post`. Braces of path templates must be encoded. */
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

/** The problem of a response to an operation, or `undefined`; an undeclared type is validated as JSON. */
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

/** The problem of a refusal body without an operation, such as for an unknown route. */
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

/** The `type` that an event schema fixes, anywhere in its composition. */
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

/** The problem of a webhook body, or `undefined`. */
export function eventProblem(type: string, body: unknown): string | undefined {
  const place = eventPlaces.get(type);
  return place === undefined ? `no webhook of the specification has the type ${type}` : problemAt(place, body);
}
