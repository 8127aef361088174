import { declaredEvents, type EventDeclaration } from '../../spec-tools/src/generate/event-types.ts';
import type { Operation, Specification, StateTable } from '../../types/src/specification.ts';
import { eventSequences } from './event-sequences.ts';
import { sequenceTable } from './facts/payment-facts.ts';
import { escapeHtml, inline, prose } from './html.ts';
import { codeBlock } from './markdown.ts';
import { html, pages } from './page.ts';
import { code } from './table.ts';

function matches(event: string | undefined, type: string): boolean {
  return event === type || (event?.startsWith('*') === true && type.endsWith(event.slice(1)));
}

function causes(type: string, tables: readonly StateTable[]): string {
  const rows = tables.flatMap((table) =>
    table.transitions
      .filter(({ event }) => matches(event, type))
      .map(
        ({ from, trigger, to, when }) =>
          `<li><a href="${pages.states.file}#${escapeHtml(table.resource)}">${escapeHtml(table.title)}</a>
<code>${escapeHtml(from ?? 'start')}</code> → <code>${escapeHtml(to)}</code> by <code>${escapeHtml(trigger)}</code>: ${inline(when)}</li>`,
      ),
  );
  return rows.length === 0 ? '' : `<h4>Sent when</h4><ul>${rows.join('\n')}</ul>`;
}

function exampleOf(specification: Specification, operation: Operation): string {
  const media = operation.requestBody?.content['application/json'];
  const named = Object.values(media?.examples ?? {})[0];
  const reference = named?.$ref?.split('/').at(-1) ?? '';
  const value = media?.example ?? named?.value ?? specification.components?.examples?.[reference]?.value;
  if (value === undefined) return '';
  return `<details><summary>Example</summary>${codeBlock({ text: JSON.stringify(value, undefined, 2), lang: 'json' })}</details>`;
}

function entryHtml(specification: Specification, { type, webhook }: EventDeclaration): string {
  const operation = specification.webhooks?.[webhook]?.post;
  if (operation === undefined) return '';
  const id = escapeHtml(type);
  return `<article class="entry" id="${id}">
<h3>${code(type)} <a class="anchor" href="#${id}" aria-label="Link to: ${id}">#</a></h3>
<p class="title">${inline(operation.summary ?? '')}</p>
${prose(operation.description ?? '')}
${causes(type, Object.values(specification['x-state-tables'] ?? {}))}
${exampleOf(specification, operation)}
</article>`;
}

/** Every event type: its meaning, its cause, its order and an example. */
export function eventPage(specification: Specification, product: string): string {
  const families = [...Map.groupBy(declaredEvents(specification), ({ type }) => type.split('.')[0] ?? '')];
  const sequences = [...new Set(eventSequences.map(({ family }) => family))].map(
    (family) => `<h3 id="sequences-${family}">${code(`${family}.*`)}</h3>${sequenceTable(specification, family)}`,
  );
  const sections = families.map(
    ([family, events]) => `<section class="group"><h2 id="${family}-events">${code(family)}</h2>
${events.map((event) => entryHtml(specification, event)).join('\n')}</section>`,
  );
  const body = `<h1>Webhook events</h1>
<p>An event is posted to the endpoint of the platform, signed, and repeated until the endpoint takes it. Its <code>id</code> stays the same in every attempt; its <code>sequence</code> counts the events of one resource from 1. How to receive them is in <a href="webhooks.html">Webhooks</a>.</p>
<h2 id="sequences">Sequences</h2>
<p>What comes after what, for every way in which a payment can go. Go on listening after <code>COMPLETED</code>: a bank can return a payment days later.</p>
${sequences.join('\n')}
<h2 id="catalogue">Catalogue</h2>
<label class="filter">Find an event <input type="search" id="filter" autocomplete="off" placeholder="REFUND"></label>
<p id="filtered" role="status"></p>
${sections.join('\n')}`;
  const headings = [
    { id: 'sequences', text: 'Sequences', depth: 2 },
    { id: 'catalogue', text: 'Catalogue', depth: 2 },
    ...families.map(([family, { length }]) => ({ id: `${family}-events`, text: `${family} (${length})`, depth: 3 })),
  ];
  return html(pages.events, product, { body, headings, scripts: ['filter.js'] });
}
