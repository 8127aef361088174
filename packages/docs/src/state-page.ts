import { declaredEvents } from '../../spec-tools/src/generate/event-types.ts';
import type { Specification, StateTable, StateTransition } from '../../types/src/specification.ts';
import { escapeHtml, inline } from './html.ts';
import { html, pages } from './page.ts';
import { stateFigure } from './state-diagram.ts';
import { code, table } from './table.ts';

function eventCell(event: string | undefined, events: readonly string[]): string {
  if (event === undefined) return '';
  if (!events.includes(event)) return code(event);
  return `<a href="${pages.events.file}#${escapeHtml(event)}">${code(event)}</a>`;
}

function transitionRow({ from, trigger, to, when, event, also }: StateTransition, events: readonly string[]): string[] {
  return [
    from === null ? '<em>start</em>' : code(from),
    code(trigger),
    code(to),
    `${inline(when)}${also === undefined ? '' : ` <small>${inline(also)}</small>`}`,
    eventCell(event, events),
  ];
}

function stateRow(table: StateTable, state: string, meaning: string): string {
  const marks = [
    table.initial.includes(state) ? '<span class="badge">starts here</span>' : '',
    table.terminal.includes(state) ? '<span class="badge">final</span>' : '',
  ];
  const id = `${escapeHtml(table.resource)}.${escapeHtml(state)}`;
  return `<dt id="${id}">${code(state)} ${marks.join(' ')}</dt><dd>${inline(meaning)}</dd>`;
}

function section(one: StateTable, events: readonly string[]): string {
  const states = Object.entries(one.states).map(([state, { meaning }]) => stateRow(one, state, meaning));
  const rows = one.transitions.map((transition) => transitionRow(transition, events));
  const id = escapeHtml(one.resource);
  return `<section class="group machine-section">
<h2 id="${id}">${escapeHtml(one.title)} <a class="anchor" href="#${id}" aria-label="Link to: ${escapeHtml(one.title)}">#</a></h2>
${stateFigure(one)}
<dl class="states">${states.join('\n')}</dl>
${table(['From', 'Trigger', 'To', 'When', 'Event'], rows)}
</section>`;
}

/** Sorted by when an integrator encounters them. */
const order: readonly string[] = [
  'quote',
  'outgoing-transaction',
  'incoming-transaction',
  'refund',
  'customer',
  'verification',
  'internal-account',
  'external-account',
  'ownership-challenge',
  'webhook-delivery',
  'sca-challenge',
  'sca-enrollment',
  'factor-reset',
  'authentication-lock',
  'bulk-import-job',
  'card',
  'card-transaction',
  'card-pull',
  'auth-session',
  'delegated-key',
  'agent-action',
  'agent-device-code',
  'invitation',
  'stablecoin-operation',
  'stablecoin-issuance',
  'stablecoin-service-operations',
  'stablecoin-provider-account',
];

function placeOf({ resource }: StateTable): number {
  const place = order.indexOf(resource);
  if (place < 0) throw new Error(`Add the states of ${resource} to the order in packages/docs/src/state-page.ts.`);
  return place;
}

/** Every state machine: a diagram, the meaning of each state, and its transitions. */
export function statePage(specification: Specification, product: string): string {
  const tables = Object.values(specification['x-state-tables'] ?? {}).toSorted(
    (one, other) => placeOf(one) - placeOf(other),
  );
  const events = declaredEvents(specification).map(({ type }) => type);
  const body = `<h1>States</h1>
<p>A status moves only along these lines. The server, its tests and these drawings read the same tables. A thick border marks a final state.</p>
${tables.map((one) => section(one, events)).join('\n')}`;
  const headings = tables.map(({ resource, title }) => ({ id: resource, text: title, depth: 2 }));
  return html(pages.states, product, { body, headings });
}
