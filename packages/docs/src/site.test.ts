import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { declaredEvents } from '../../spec-tools/src/generate/event-types.ts';
import { loadSpecification } from '../../types/src/spec.ts';
import { readChangelog } from './changelog.ts';
import { documents } from './documents.ts';
import { mockReasons } from './facts/mock-facts.ts';
import { factsFor } from './facts.ts';
import { highlight } from './highlight.ts';
import { listOperations } from './operation-links.ts';
import { areas } from './reference-page.ts';

const specification = loadSpecification();
const guides = readdirSync(new URL('../../../docs/guides/', import.meta.url)).map((file) => `docs/guides/${file}`);
const changelogs = readdirSync(new URL('../../../docs/changelog/', import.meta.url)).map(
  (file) => `docs/changelog/${file}`,
);

function read(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

/** Every upper-case name of the interface: codes, events, states, values and kinds. */
function namesOf(node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node === 'string' && /^[A-Z][A-Z0-9]*(?:[_.][A-Z0-9]+)+$/.test(node)) names.add(node);
  if (typeof node !== 'object' || node === null) return names;
  for (const [key, value] of Object.entries(node)) {
    namesOf(key, names);
    namesOf(value, names);
  }
  return names;
}

describe('the documentation pages', () => {
  test('include every guide', () => {
    const sources: readonly string[] = documents.map(({ source }) => source);
    expect(guides.filter((guide) => !sources.includes(guide))).toEqual([]);
  });

  test('list every tag of the specification once in the menu of the reference', () => {
    const tags = areas.flatMap((area) => area.tags);
    expect([...tags].sort()).toEqual((specification.tags ?? []).map(({ name }) => name).sort());
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('take the limits of a mock from the contract tests', () => {
    expect(mockReasons()).toContainEqual({ about: 'idempotency', reason: 'a mock remembers no key' });
    expect(mockReasons().length).toBeGreaterThan(10);
  });

  test('contain the Deprecations section that responses of deprecated operations link to', () => {
    expect(documents.map(({ file }): string => file)).toContain('versions.html');
    expect(read('docs/guides/versions.md')).toMatch(/^## Deprecations$/m);
    expect(read('packages/server/src/http/deprecation.ts')).toContain('docs/versions.html#deprecations');
  });

  test('refuse an unknown fact or example name', () => {
    expect(() => factsFor(specification)('weather')).toThrow('no facts called "weather"');
    expect(() => factsFor(specification)('example nothing')).toThrow('no example "nothing"');
  });
});

describe.each([...guides, ...changelogs, 'docs/sandbox.md'])('%s', (path) => {
  const text = read(path);
  const codes = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  // Removed names may be mentioned where their removal is described.
  const past =
    /LIGHTNING_PAYMENT_FAILED|COUNTERPARTY_POST_TX_FAILED|EXECUTION_FAILED_POST_DEBIT|SETTLEMENT_FAILED|MANUAL_REFUND|CARD_TRANSACTION\.REFUNDED/;

  test('names only operations that exist', () => {
    const known = listOperations(specification).map(({ method, path: place }) => `${method.toUpperCase()} ${place}`);
    const named = codes.filter((code) => /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(code));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('names only codes, events and values that exist', () => {
    const events = declaredEvents(specification).map(({ type }) => type);
    const known = new Set([...namesOf(specification), ...events.flatMap((type) => type.split('.'))]);
    const named = codes.filter((code) => /^[A-Z][A-Z0-9]*(?:[_.][A-Z0-9]+)+$/.test(code) && !past.test(code));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('has only valid JSON in its json blocks', () => {
    for (const [, json = ''] of text.matchAll(/^```json\n([\s\S]*?)^```$/gm))
      expect(() => JSON.parse(json)).not.toThrow();
  });
});

describe('the changelog', () => {
  test('has a unique anchor for every entry of a month', () => {
    for (const { changes } of readChangelog()) {
      expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
      for (const { id } of changes) expect(id).toMatch(/^[a-z0-9-]+$/);
    }
  });

  test('begins with the newest month', () => {
    const months = readChangelog().map(({ month }) => month);
    expect(months).toEqual([...months].sort().reverse());
  });
});

describe('highlighted source code', () => {
  test('keeps every character', () => {
    const text = 'const a = "b < c"; // d & e\n';
    const plain = highlight(text, 'ts').replaceAll(/<[^>]+>/g, '');
    expect(plain).toBe('const a = &quot;b &lt; c&quot;; // d &amp; e\n');
  });

  test.each([
    ['ts', 'return', '<span class="keyword">return</span>'],
    ['json', '{"a": 1}', '<span class="property">&quot;a&quot;</span>'],
    ['py', '# a', '<span class="comment"># a</span>'],
    ['sh', 'echo "$A"', '<span class="string">&quot;$A&quot;</span>'],
    ['text', 'return', 'return'],
  ])('is marked by the rules of the language %s', (language, text, expected) => {
    expect(highlight(text, language)).toContain(expected);
  });
});
