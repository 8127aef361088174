import { type Json, type JsonObject, methods, type Specification } from '../../packages/types/src/specification.ts';
import { escapeHtml, inline } from './html.ts';
import { operationLink } from './operation-links.ts';
import { html, pages } from './page.ts';

interface Decision {
  readonly where: string;
  readonly text: string;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Steps that say nothing to a reader: the keywords between one name and the next. */
const silent = [
  'properties',
  'allOf',
  'anyOf',
  'oneOf',
  'items',
  'schema',
  'parameters',
  'content',
  'application/json',
];

function collect(value: Json | undefined, path: readonly string[]): Decision[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => collect(item, [...path, String(index)]));
  if (!isObject(value)) return [];
  const text = value['x-decision'];
  const name = path.filter((step) => !silent.includes(step) && !/^\d$/.test(step)).join('.');
  const own = typeof text === 'string' ? [{ where: `<code>${escapeHtml(name)}</code>`, text }] : [];
  return [...own, ...Object.entries(value).flatMap(([key, member]) => collect(member, [...path, key]))];
}

function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function ofOperations(specification: Specification): Decision[] {
  return Object.values(specification.paths).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation?.operationId === undefined) return [];
      const where = operationLink({ id: operation.operationId, operation });
      return collect(asJson(operation), []).map((decision) => ({ where, text: decision.text }));
    }),
  );
}

function ofComponents(specification: Specification): Decision[] {
  return Object.values(specification.components ?? {}).flatMap((components) => collect(asJson(components), []));
}

/** Every decision that the specification marks: what was chosen where nothing was given, and why. */
export function decisionPage(specification: Specification, product: string): string {
  const decisions = [...ofOperations(specification), ...ofComponents(specification)];
  const rows = decisions.map(({ where, text }) => `<tr><td>${where}</td><td>${inline(text)}</td></tr>`);
  const body = `<main class="text">
<h1>Decisions</h1>
<p>Where the interface could have been made in more than one way, the specification says what was chosen and why.</p>
<div class="wide" tabindex="0"><table><caption>${decisions.length} decisions</caption>
<thead><tr><th scope="col">Where</th><th scope="col">What and why</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
</main>`;
  return html(pages.decisions, product, body);
}
