import { declaredEvents } from '../../spec-tools/src/generate/event-types.ts';
import type { Specification } from '../../types/src/specification.ts';
import { type Month, monthName } from './changelog.ts';
import { changeAnchor } from './changelog-page.ts';
import type { Document } from './documents.ts';
import { embeddedJson } from './html.ts';
import type { RenderedDocument } from './markdown.ts';
import { listOperations, operationAddress } from './operation-links.ts';
import { pages } from './page.ts';

/** A search result: its kind, its name, its keywords, its address, and further words that find it but are not shown. */
type Finding = readonly [kind: string, title: string, words: string, address: string, content?: string];

/** The first sentence, without Markdown marks. */
function firstSentence(text = ''): string {
  const plain = text.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').trim();
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0] ?? plain;
}

function ofInterface(specification: Specification): Finding[] {
  const operations = listOperations(specification).map(
    (listed): Finding => [
      'Operation',
      `${listed.method.toUpperCase()} ${listed.path}`,
      `${listed.id} · ${listed.operation.summary ?? ''}`,
      operationAddress(listed),
    ],
  );
  const errors = Object.values(specification['x-error-catalogue'] ?? {}).map(
    ({ code, status, meaning }): Finding => [
      'Error',
      code,
      `${status} · ${firstSentence(meaning)}`,
      `${pages.errors.file}#${code}`,
    ],
  );
  const events = declaredEvents(specification).map(
    ({ type, webhook }): Finding => [
      'Event',
      type,
      specification.webhooks?.[webhook]?.post?.summary ?? '',
      `${pages.events.file}#${type}`,
    ],
  );
  return [...operations, ...errors, ...events];
}

function ofStates(specification: Specification): Finding[] {
  return Object.values(specification['x-state-tables'] ?? {}).flatMap(({ resource, title, states }) => {
    const address = `${pages.states.file}#${resource}`;
    const own = Object.entries(states).map(
      ([state, { meaning }]): Finding => [
        'State',
        state,
        `${title} · ${firstSentence(meaning)}`,
        `${address}.${state}`,
      ],
    );
    return [['States', title, Object.keys(states).join(' '), address] satisfies Finding, ...own];
  });
}

function ofDocuments(read: readonly (readonly [Document, RenderedDocument])[]): Finding[] {
  return read.flatMap(([{ file, group }, { title, introduction, sections }]) => {
    const kind = group === 'project' ? 'Project' : 'Guide';
    // The documents of the project are long, and found by their headings.
    const shown = (content: string): string => (group === 'project' ? '' : content);
    const inside = sections.map(
      ({ id, text, lead, content }): Finding => [
        kind,
        text,
        [title, firstSentence(lead)].filter((part) => part !== '').join(' · '),
        `${file}#${id}`,
        shown(content),
      ],
    );
    return [[kind, title, '', file, shown(introduction)] satisfies Finding, ...inside];
  });
}

/** All search results as a script, because a page from the file system may not use fetch. */
export function searchIndex(
  specification: Specification,
  read: readonly (readonly [Document, RenderedDocument])[],
  months: readonly Month[],
): string {
  const changes = months.flatMap((month) =>
    month.changes.map(
      (change): Finding => [
        'Change',
        change.title,
        `${monthName(month)} · ${firstSentence(change.text)}`,
        `${pages.changelog.file}#${changeAnchor(month, change)}`,
      ],
    ),
  );
  const others = [pages.home, pages.reference, pages.errors, pages.events, pages.states, pages.changelog].map(
    ({ title, file }): Finding => ['Page', title, '', file],
  );
  const findings = [
    ...others,
    ...ofDocuments(read),
    ...ofInterface(specification),
    ...ofStates(specification),
    ...changes,
  ];
  return `globalThis.findings = ${embeddedJson(findings)};\n`;
}
