import type { Operation, Specification, StateTable } from '../../packages/types/src/specification.ts';
import { declaredEvents } from '../generate/event-types.ts';
import { escapeHtml, inline, prose } from './html.ts';
import { html, pages } from './page.ts';

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
  return `<details><summary>Example</summary><pre><code>${escapeHtml(JSON.stringify(value, undefined, 2))}</code></pre></details>`;
}

/** Every event type, what it tells, what causes it and what it looks like. */
export function eventPage(specification: Specification, product: string): string {
  const tables = Object.values(specification['x-state-tables'] ?? {});
  const events = declaredEvents(specification);
  const entries = events.flatMap(({ type, webhook }) => {
    const operation = specification.webhooks?.[webhook]?.post;
    if (operation === undefined) return [];
    return [
      `<article class="entry" id="${escapeHtml(type)}">
<h3><a href="#${escapeHtml(type)}"><code>${escapeHtml(type)}</code></a> <small>${inline(operation.summary ?? '')}</small></h3>
${prose(operation.description ?? '')}
${causes(type, tables)}
${exampleOf(specification, operation)}
</article>`,
    ];
  });
  const contents = events.map(
    ({ type }) => `<li><a href="#${escapeHtml(type)}"><code>${escapeHtml(type)}</code></a></li>`,
  );
  const body = `<main class="text">
<h1>Webhook events</h1>
<p>An event is posted to the endpoint of the platform, signed, and repeated until the endpoint takes it. Its
<code>id</code> stays the same in every attempt; its <code>sequence</code> counts the events of one resource from 1.</p>
<label class="filter">Find an event <input type="search" id="filter" autocomplete="off"></label>
<ul class="contents">${contents.join('')}</ul>
<section class="group">${entries.join('\n')}</section>
</main>`;
  return html(pages.events, product, body, ['filter.js']);
}
