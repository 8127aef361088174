import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { redocly } from '../generate/paths.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly object[];
}

function lint(...words: string[]): Report {
  const { stdout } = spawnSync(process.execPath, [redocly, 'lint', ...words, '--format', 'json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
}

test('the published bundle has no finding by the rules of Redocly, except one that is ignored', () => {
  expect(lint('spec/dist/openapi.json')).toMatchObject({
    totals: { errors: 0, warnings: 0, ignored: 1 },
    problems: [],
  });
});
