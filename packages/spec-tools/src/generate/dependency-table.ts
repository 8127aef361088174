import type { Dependencies, DependencyRow } from '../../../types/src/dependency-facts.ts';
import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

/** The meaning of each outcome, and the facts that its rows must have. */
const outcomes: Readonly<Record<string, { readonly meaning: string; readonly facts: readonly string[] }>> = {
  BLOCKS: { meaning: 'the change itself is refused', facts: ['code'] },
  REFUSED: { meaning: 'the next step is refused', facts: ['code'] },
  ENDED: { meaning: 'it ends', facts: ['status'] },
  REFUNDED: { meaning: 'it ends, and its money is refunded', facts: ['status', 'refund'] },
  CONTINUES: { meaning: 'it continues', facts: ['status'] },
};

const columns = ['id', 'way', 'dependent', 'while', 'outcome', 'text'] as const;

/** A mistake in the files under spec/dependencies fails the generation. */
export function checkDependencies({ dependencies, errors }: Pick<Tables, 'dependencies' | 'errors'>): void {
  for (const { resource, ways, rows } of Object.values(dependencies)) {
    for (const way of Object.keys(ways)) {
      if (!rows.some((row) => row.way === way))
        throw new Error(`dependencies/${resource}: no row describes the effect of ${way}.`);
    }
    for (const row of rows) {
      const where = `dependencies/${resource}, ${row.id}`;
      const missing = [...columns, ...(outcomes[row.outcome]?.facts ?? [])].filter(
        (name) => typeof row[name as keyof DependencyRow] !== 'string',
      );
      if (missing.length > 0) throw new Error(`${where}: lacks ${missing.join(', ')}.`);
      if (outcomes[row.outcome] === undefined) throw new Error(`${where}: there is no outcome ${row.outcome}.`);
      if (ways[row.way] === undefined) throw new Error(`${where}: ${row.way} is not one of its ways.`);
      if (row.code !== undefined && errors[row.code] === undefined)
        throw new Error(`${where}: there is no error code ${row.code}.`);
      if (rows.filter(({ id }) => id === row.id).length > 1) throw new Error(`${where}: the id is used twice.`);
    }
  }
}

function byId({ dependencies }: Tables): Record<string, object> {
  return Object.fromEntries(
    Object.values(dependencies).flatMap(({ resource, ways, rows }) =>
      rows.map(({ id, text: _text, ...row }) => [`${resource}.${id}`, { resource, ...row, by: ways[row.way] ?? '' }]),
    ),
  );
}

const types = `
/** A row of the table, such as \`external-account.quote\`. */
export type DependencyId = keyof typeof dependencies;
`;

export function dependencyTable(tables: Tables): Artifact {
  checkDependencies(tables);
  const comment = 'The effect of a deletion, a freeze or a closure on each dependent resource.';
  return generatedModule('dependencies', [constantTable('dependencies', comment, byId(tables)), types]);
}

const intro = `<!-- Generated from spec/dependencies by \`pnpm gen\`. Edit the files there, never this one. -->

# Effects of deleting, freezing and closing

Accounts and customers can be deleted, frozen or closed while payments that need them are in progress. This page lists for each resource what happens to its dependents. No money is lost: it arrives, it stays where it is, or it is refunded. Platforms, verifications and owners are never deleted, so they have no section.
`;

/** The page that shows the table. */
export function dependencyPage({ dependencies }: Tables): Artifact {
  const legend = Object.entries(outcomes).map(([name, { meaning }]) => `- \`${name}\`: ${meaning}.`);
  const sections = Object.values(dependencies).map(section);
  return { path: 'docs/dependencies.md', content: `${[intro, ...legend, ...sections].join('\n')}\n` };
}

function section({ title, ways, rows }: Dependencies): string {
  const how = Object.entries(ways).map(([way, by]) => `\`${way}\` by ${by.includes('/') ? `\`${by}\`` : by}`);
  const head = '| When | Dependent | Outcome | |\n| --- | --- | --- | --- |';
  return `\n## ${title}\n\n${how.join(', ')}.\n\n${head}\n${rows.map(line).join('\n')}`;
}

function line({
  way,
  dependent,
  while: state,
  outcome,
  text,
  code,
  status,
  failureReason,
  refund,
}: DependencyRow): string {
  const facts = [code, status, failureReason].filter((fact) => fact !== undefined).map((fact) => `\`${fact}\``);
  const back = refund === undefined ? [] : [`refund \`${refund}\``];
  return `| \`${way}\` | ${dependent}: ${state} | \`${outcome}\` | ${[...facts, ...back].join(', ')}. ${text} |`;
}
