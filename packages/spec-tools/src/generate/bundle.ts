import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type Dictionary, parseSpecification, type Specification } from '../../../types/src/specification.ts';
import { withDeclaredAlternatives } from './alternatives.ts';
import { withAnswerHeaders } from './answer-headers.ts';
import type { Artifact } from './artifact.ts';
import { withDeprecationHeaders } from './deprecation-headers.ts';
import { withExampleRequestIds } from './example-request-ids.ts';
import { withIdLinks } from './id-links.ts';
import { withListedValues } from './listed-values.ts';
import { withParameterNames } from './parameter-names.ts';
import { redocly } from './paths.ts';
import { withRefusalExamples } from './refusal-examples.ts';
import { withRefusalsOfEveryOperation } from './refusals-of-every-operation.ts';
import { rootDocument, withoutPathNames } from './root-document.ts';
import type { Tables } from './tables.ts';
import { withUnionMembers } from './union-members.ts';
import { withWebhookOperations } from './webhook-operations.ts';

const banner = 'Generated from spec/ by `pnpm gen`. Edit the files there, never this one.';

/** Redocly's report, one line per problem: place and message. */
function problemsOf(report: string): string {
  const problems = [...report.matchAll(/^\[\d+\] (\S+) at \S+\n+(.+)$/gm)].map(([, file, what]) => `${file}: ${what}`);
  return problems.length > 0 ? problems.join('\n') : report.trim();
}

interface Failure {
  readonly stderr: Buffer;
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'stderr' in error && Buffer.isBuffer(error.stderr);
}

function runRedocly(specRoot: string, output: string): void {
  try {
    execFileSync(process.execPath, [redocly, 'bundle', specRoot, '--output', output], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    });
  } catch (error) {
    throw new Error(
      `The specification cannot be bundled.\n${isFailure(error) ? problemsOf(error.stderr.toString()) : error}`,
    );
  }
}

function sorted<Value>(entries: Dictionary<Value>): Dictionary<Value> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Bundles the files under `spec/` into one document and adds the tables. */
export function bundle(specRoot: string, tables: Tables): Specification {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const root = join(folder, 'root.json');
    const output = join(folder, 'openapi.json');
    writeFileSync(root, JSON.stringify(rootDocument(specRoot)));
    runRedocly(root, output);
    const bundled = withoutPathNames(parseSpecification(readFileSync(output, 'utf8')));
    const written = withUnionMembers(withListedValues(bundled, tables));
    const shown = withRefusalExamples(
      withIdLinks(
        withAnswerHeaders(
          withDeprecationHeaders(
            withRefusalsOfEveryOperation(withWebhookOperations(withDeclaredAlternatives(written))),
          ),
        ),
      ),
      tables,
    );
    const { openapi, info, ...rest } = withExampleRequestIds(shown);
    const components = Object.entries(rest.components ?? {}).map(([kind, entries]) => [kind, sorted(entries)]);
    return {
      openapi,
      'x-generated': banner,
      info,
      ...rest,
      components: Object.fromEntries(components),
      'x-error-catalogue': tables.errors,
      'x-state-tables': tables.states,
      'x-currencies': tables.currencies,
      'x-accounts': tables.accounts,
      'x-dependencies': tables.dependencies,
      'x-regions': tables.regions,
      'x-rails': tables.rails,
      'x-calendars': tables.calendars,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function bundleArtifacts(bundled: Specification): Artifact[] {
  const specification = withParameterNames(bundled);
  const yaml = stringify(specification, { aliasDuplicateObjects: false, lineWidth: 120 });
  return [
    { path: 'spec/dist/openapi.json', content: `${JSON.stringify(specification, undefined, 2)}\n` },
    { path: 'spec/dist/openapi.yaml', content: `# ${banner}\n${yaml}` },
  ];
}
