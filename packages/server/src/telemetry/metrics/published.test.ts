import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startWatchedServer } from '../../../test/watched-server.ts';
import { type MetricRow, metricTable } from './metric-table.ts';

const docs = fileURLToPath(new URL('../../../../../docs/', import.meta.url));
const read = (file: string): string => readFileSync(`${docs}${file}`, 'utf8');
const dashboard = read('dashboards/payments.json');
const alerts = read('dashboards/alerts.yaml');
const guide = read('operations.md');

/** The families that a text queries. Histograms are queried by their parts. */
function familiesIn(text: string, known: ReadonlySet<string>): string[] {
  const names = text.match(/\b(?:payments|process|nodejs)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names.map((name) => (known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''))))];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly type: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

describe('the dashboard and the alerts', () => {
  it('use only metrics that a server has, and the dashboard uses all of the metric table', async () => {
    const server = await startWatchedServer();
    const { text } = await server.beside('/metrics');
    await server.stop();
    const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''));
    const expressions = (JSON.parse(dashboard) as Dashboard).panels.flatMap(({ targets = [] }) => targets);
    const asked = familiesIn(expressions.map(({ expr }) => expr).join('\n'), families);
    expect(asked.filter((name) => !families.has(name))).toEqual([]);
    expect(Object.keys(metricTable).filter((name) => !asked.includes(name))).toEqual([]);
    const { groups } = parse(alerts) as Rules;
    const watched = groups.flatMap(({ rules }) => rules);
    const alerted = familiesIn(watched.map(({ expr }) => expr).join('\n'), families);
    expect(alerted.length).toBeGreaterThan(5);
    expect(alerted.filter((name) => !families.has(name))).toEqual([]);
  });

  it('use only labels that their metrics have', () => {
    const labels = [...`${dashboard}\n${alerts}`.matchAll(/(payments_\w+?)(?:_bucket)?\{(\w+)=/g)];
    for (const [, name = '', label = ''] of labels) {
      const row = Object.entries<MetricRow>(metricTable).find(([own]) => own === name)?.[1];
      expect([name, row?.labels]).toEqual([name, expect.arrayContaining([label])]);
    }
    expect(labels.length).toBeGreaterThan(2);
  });

  it('have each alert explained in docs/operations.md', () => {
    const { groups } = parse(alerts) as Rules;
    const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    const explained = [...guide.matchAll(/^\| `(Payments\w+)` \|/gm)].map(([, name]) => name);
    expect(explained).toEqual(names);
  });
});

describe('the metric table in docs/operations.md', () => {
  it('matches the metric table of the code', () => {
    const rows = Object.entries<MetricRow>(metricTable).map(
      ([name, { type, labels = [], help }]) =>
        `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
    );
    expect(guide.split('\n').filter((line) => line.startsWith('| `payments_'))).toEqual(rows);
  });

  it('has no label that could name a platform, a customer or a token', () => {
    const labels = Object.values<MetricRow>(metricTable).flatMap(({ labels: own = [] }) => own);
    expect(new Set(labels)).toEqual(
      new Set(['operation', 'method', 'status', 'code', 'outcome', 'kind', 'state', 'check']),
    );
  });
});
