import { declaredEvents } from '../../../spec-tools/src/generate/event-types.ts';
import type { Specification, StateTable } from '../../../types/src/specification.ts';
import { eventSequences } from '../event-sequences.ts';
import { escapeHtml, inline } from '../html.ts';
import { codeBlock } from '../markdown.ts';
import { pages } from '../page.ts';
import { stateFigure } from '../state-diagram.ts';
import { code, table } from '../table.ts';

function eventLink(type: string): string {
  return `<a class="name" href="${pages.events.file}#${escapeHtml(type)}">${code(type)}</a>`;
}

/** The events whose type begins with this prefix, each with its meaning. */
export function eventList(specification: Specification, prefix: string): string {
  const rows = declaredEvents(specification)
    .filter(({ type }) => type.startsWith(prefix))
    .map(({ type, webhook }) => [eventLink(type), inline(specification.webhooks?.[webhook]?.post?.summary ?? '')]);
  if (rows.length === 0) throw new Error(`No event begins with "${prefix}".`);
  return table(['Event', 'What it means'], rows);
}

const arrow = ' <span aria-hidden="true">→</span> ';

/** Every course of a payment, with the events that it emits. */
export function sequenceTable(_specification: Specification, family: string): string {
  const rows = eventSequences
    .filter((sequence) => family === '' || sequence.family === family)
    .map(({ scenario, family: name, events, sandbox }) => [
      escapeHtml(scenario),
      `<span class="sequence">${events.map((event) => `<a class="name" href="${pages.events.file}#${name}.${event}"><code>${event}</code></a>`).join(arrow)}</span>`,
      inline(sandbox),
    ]);
  return table(['What happens', 'Events', 'In the sandbox'], rows);
}

function tableOf(specification: Specification, resource: string): StateTable {
  const found = specification['x-state-tables']?.[resource];
  if (found === undefined) throw new Error(`There is no state table "${resource}".`);
  return found;
}

/** The diagram of a state table and the meaning of each state. */
export function stateSection(specification: Specification, resource: string): string {
  const found = tableOf(specification, resource);
  const rows = Object.entries(found.states).map(([state, { meaning }]) => [code(state), inline(meaning)]);
  const more = `<p><a href="${pages.states.file}#${escapeHtml(resource)}">Every move, and the event it emits</a></p>`;
  return `${stateFigure(found)}${table(['State', 'Meaning'], rows)}${more}`;
}

/** An example of the specification, as JSON. */
export function exampleBlock(specification: Specification, name: string): string {
  const value = specification.components?.examples?.[name]?.value;
  if (value === undefined) throw new Error(`There is no example "${name}".`);
  return codeBlock({ text: JSON.stringify(value, undefined, 2), lang: 'json' });
}
