import type { Specification, StateTable, StateTransition } from '../../packages/types/src/specification.ts';
import { declaredEvents } from '../generate/event-types.ts';
import { escapeHtml, inline } from './html.ts';
import { html, pages } from './page.ts';
import { stateDiagram } from './state-diagram.ts';

/** A long name in code, which may break after its underscores and dots so that the table stays narrow. */
function code(name: string): string {
  return `<code>${escapeHtml(name).replaceAll(/([_.])/g, '$1<wbr>')}</code>`;
}

function eventCell(event: string | undefined, events: readonly string[]): string {
  if (event === undefined) return '';
  if (!events.includes(event)) return code(event);
  return `<a href="${pages.events.file}#${escapeHtml(event)}">${code(event)}</a>`;
}

function transitionRow({ from, trigger, to, when, event, also }: StateTransition, events: readonly string[]): string {
  const cells = [
    from === null ? '<em>start</em>' : code(from),
    code(trigger),
    code(to),
    `${inline(when)}${also === undefined ? '' : ` <small>${inline(also)}</small>`}`,
    eventCell(event, events),
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function stateRow(table: StateTable, state: string, meaning: string): string {
  const marks = [
    table.initial.includes(state) ? '<span class="badge">starts here</span>' : '',
    table.terminal.includes(state) ? '<span class="badge">final</span>' : '',
  ];
  return `<dt><code>${escapeHtml(state)}</code> ${marks.join(' ')}</dt><dd>${inline(meaning)}</dd>`;
}

function section(table: StateTable, events: readonly string[]): string {
  const states = Object.entries(table.states).map(([state, { meaning }]) => stateRow(table, state, meaning));
  const rows = table.transitions.map((transition) => transitionRow(transition, events));
  const columns = ['From', 'Trigger', 'To', 'When', 'Event'].map((name) => `<th scope="col">${name}</th>`);
  return `<section class="group" id="${escapeHtml(table.resource)}">
<h2><a href="#${escapeHtml(table.resource)}">${escapeHtml(table.title)}</a></h2>
<figure class="diagram" tabindex="0">${stateDiagram(table)}</figure>
<dl class="states">${states.join('\n')}</dl>
<div class="wide" tabindex="0"><table><caption>Transitions: ${escapeHtml(table.title)}</caption>
<thead><tr>${columns.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
</section>`;
}

/** Every state machine: a drawing, what each state means, and what moves it. */
export function statePage(specification: Specification, product: string): string {
  const tables = Object.values(specification['x-state-tables'] ?? {});
  const events = declaredEvents(specification).map(({ type }) => type);
  const contents = tables.map(
    ({ resource, title }) => `<li><a href="#${escapeHtml(resource)}">${escapeHtml(title)}</a></li>`,
  );
  const body = `<main class="text">
<h1>States</h1>
<p>A status moves only along these lines. The server, its tests and these drawings read the same tables.</p>
<ul class="contents">${contents.join('')}</ul>
${tables.map((table) => section(table, events)).join('\n')}
</main>`;
  return html(pages.states, product, body);
}
