import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runServer, type ServerProcess } from '../../server/test/server-process.ts';
import { generateClients, generated, generatorNames, programs } from './generate.ts';

// Callers without our client and types: the code that their tools generate from the published bundle must compile
// unchanged, and pay.

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
let sandbox: ServerProcess;
let environment: Record<string, string>;
let printed: Awaited<ReturnType<typeof generateClients>>;

beforeAll(async () => {
  sandbox = runServer(['--port', '0', '--memory', '--json']);
  printed = await generateClients();
  const { baseUrl, tokenId, tokenSecret } = await sandbox.ready();
  environment = { BASE_URL: baseUrl, TOKEN_ID: tokenId, TOKEN_SECRET: tokenSecret };
}, 300_000);

afterAll(async () => {
  await sandbox?.stop();
  rmSync(generated, { recursive: true, force: true });
});

describe('clients that others generate', () => {
  it.each(generatorNames)('are made without a complaint: %s', (name) => {
    expect(printed[name]).not.toMatch(/warn|error|invalid|unsupported/i);
  });

  it('compile under plain strict', async () => {
    const compiling = promisify(execFile)(process.execPath, [compiler, '-p', programs, '--singleThreaded']);
    const complaints = await compiling.then(
      () => '',
      (error: { readonly stdout: string }) => error.stdout || String(error),
    );
    expect(complaints).toBe('');
  }, 300_000);

  it.each(generatorNames)('pay: %s', async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(programs, `${name}.ts`)], {
      env: { ...process.env, ...environment },
    });
    expect(stdout.trim()).toBe('COMPLETED');
  });
});
