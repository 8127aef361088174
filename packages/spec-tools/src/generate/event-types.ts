import type { SandboxTrigger } from '../../../types/src/sandbox-facts.ts';
import type { Schema, Specification } from '../../../types/src/specification.ts';
import type { Artifact } from './artifact.ts';
import { generatedModule, literal, quote } from './typescript-source.ts';

const bodyOf = `
type BodyOf<Webhook> = Webhook extends {
  readonly post: { readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } } };
}
  ? Body
  : never;
`;

const types = `
/** The type of an event, the value of its \`type\` member. */
export type EventType = (typeof eventTypes)[number];

/** The body of a webhook request: any event, or the one of a given type. */
export type WebhookEvent<Type extends EventType = EventType> = WebhookEventByType[Type];
`;

function resolve(specification: Specification, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
  return name === undefined ? schema : specification.components?.schemas?.[name];
}

/** The values that a payload allows for `type`, anywhere in its composition. */
function typesOf(specification: Specification, schema: Schema | undefined): readonly string[] {
  const found = resolve(specification, schema);
  const type = resolve(specification, found?.properties?.type);
  if (typeof type?.const === 'string') return [type.const];
  const narrower = (found?.allOf ?? []).map((part) => typesOf(specification, part)).filter((list) => list.length > 0);
  const own = type?.enum?.filter((value) => typeof value === 'string') ?? [];
  return [...narrower, own].filter((list) => list.length > 0).sort((one, other) => one.length - other.length)[0] ?? [];
}

export interface EventDeclaration {
  readonly type: string;
  readonly webhook: string;
  /** How the sandbox causes it, if this is specified. */
  readonly trigger: SandboxTrigger | undefined;
}

/** The event types, each with the webhook that declares it. */
export function declaredEvents(specification: Specification): EventDeclaration[] {
  return Object.entries(specification.webhooks ?? {})
    .flatMap(([webhook, item]) => {
      const schema = item.post?.requestBody?.content['application/json']?.schema;
      const types = typesOf(specification, schema);
      if (types.length === 0) throw new Error(`Webhook ${webhook}: its payload does not fix the value of "type".`);
      return types.map((type) => ({ type, webhook, trigger: item.post?.['x-sandbox-trigger'] }));
    })
    .sort((one, other) => (one.type < other.type ? -1 : 1));
}

export function eventTypes(specification: Specification): Artifact {
  const events = declaredEvents(specification);
  const members = events.map(({ type, webhook }) => `  readonly ${quote(type)}: BodyOf<webhooks[${quote(webhook)}]>;`);
  return generatedModule('events', [
    "import type { webhooks } from './openapi.ts';",
    `/** Every event type that a webhook endpoint can receive. */\nexport const eventTypes = ${literal(events.map(({ type }) => type))} as const;`,
    bodyOf,
    `/** The body of a webhook request, by event type. */\nexport interface WebhookEventByType {\n${members.join('\n')}\n}`,
    types,
  ]);
}
