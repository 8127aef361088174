import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTest, readRepository } from '../../../../scripts/tidy/source-tree.ts';
import { createMemoryFileStore } from '../../../server/src/engines/files/memory-file-store.ts';
import { isConfigured, MissingAdapter, productionPorts } from '../../../server/src/operation/ports/missing-adapter.ts';
import { type Ports, portNames } from '../../../server/src/operation/ports/ports.ts';
import { type Answer, basicAuthorization } from '../../../server/test/caller.ts';
import { createStoreFolder, openMigratedFile } from '../../../server/test/fresh-stores.ts';
import { simulatedPorts, startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import { idPrefixes } from '../authorisation/names.ts';
import { type OperationFacts, readOperations } from '../authorisation/operation-facts.ts';
import { send } from '../authorisation/request.ts';
import { requestFor } from '../authorisation/tenant-cells.ts';
import { buildWorld, type World } from '../authorisation/world.ts';

const specification = loadSpecification();
const prefixes = idPrefixes(specification);
/** Deletions come last, and only once: they need no adapter, and deleted resources cannot be used again. */
const [deletions, others] = [true, false].map((isWanted) =>
  readOperations(specification).filter(({ method }) => (method === 'DELETE') === isWanted),
) as [OperationFacts[], OperationFacts[]];
const folder = createStoreFolder();
const database = await openMigratedFile(join(folder, 'production.sqlite'));
const touched: string[] = [];

/** Adapters that record every call. */
function watched(ports: Ports): Ports {
  const watch = (name: string, port: object): object =>
    new Proxy(port, {
      get: (target, verb) => {
        // The server polls the sandbox's bank for deposits, even if it also serves production.
        if (verb !== 'nextPollAt') touched.push(`${name}.${String(verb)}`);
        return Reflect.get(target, verb);
      },
    });
  return Object.fromEntries(portNames.map((name) => [name, watch(name, ports[name])])) as unknown as Ports;
}

const sandboxPorts = watched(simulatedPorts(() => 'http://127.0.0.1'));
let equipped: TestServer;
let bare: TestServer;
let world: World;

beforeAll(async () => {
  const deps = { ...sandboxPorts, files: createMemoryFileStore() };
  const production = simulatedPorts(() => 'https://checks.example.com');
  equipped = await startTestServer(database, { environment: 'PRODUCTION', deps, production });
  bare = await startTestServer(database, { environment: 'PRODUCTION', deps });
  world = await buildWorld(equipped, 'Badger', false);
});

afterAll(async () => {
  await equipped.close();
  await bare.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** The operations with all their bodies, called with a token of production. */
async function callAll(
  { baseUrl }: TestServer,
  operations: readonly OperationFacts[],
): Promise<ReadonlyMap<string, Answer[]>> {
  const { tokenId, tokenSecret } = equipped.credentials;
  const answers = new Map<string, Answer[]>();
  for (const operation of operations) {
    const bodies = operation.bodies.length === 0 ? [undefined] : operation.bodies;
    const given: Answer[] = [];
    for (const body of bodies) {
      const place = body === undefined ? {} : { place: { label: body.name, kind: '', body } };
      const request = requestFor(operation, prefixes, { world, ...place });
      given.push(await send(baseUrl, basicAuthorization(tokenId, tokenSecret), request));
    }
    answers.set(operation.id, given);
  }
  return answers;
}

/** Long enough for all pending work to end; no receiver accepts webhooks. */
async function letTimePass(server: TestServer): Promise<void> {
  await equipped.request('PATCH', '/config', { webhookEndpoint: null });
  await server.advance(7 * 86_400_000);
}

const failed = (answers: ReadonlyMap<string, Answer[]>): string[] =>
  [...answers].flatMap(([id, given]) =>
    given.filter(({ status }) => status === 500).map(({ text }) => `${id}: ${text}`),
  );

describe('production', () => {
  it('has no sandbox adapter in place of one that is not configured', () => {
    const ports = productionPorts({});
    expect(portNames.filter((name) => isConfigured(ports[name]))).toEqual([]);
    const resolved = bare.app.deps.forEnvironment('PRODUCTION');
    expect(portNames.filter((name) => isConfigured(resolved[name]))).toEqual([]);
    for (const name of portNames) expect(Object.hasOwn(bare.app.deps, name)).toBe(false);
  });

  it('returns 501 for operations without their adapter, and calls no sandbox adapter', async () => {
    touched.length = 0;
    const answers = await callAll(bare, others);
    // Work that started while there were adapters waits for them, and is reported.
    await letTimePass(bare).catch((error: unknown) => expect(error).toBeInstanceOf(MissingAdapter));
    expect(failed(answers)).toEqual([]);
    const refused = [...answers].filter(([, given]) => given.some(({ status }) => status === 501)).map(([id]) => id);
    expect(refused).toEqual(
      expect.arrayContaining([
        'createQuote',
        'createCustomerExternalAccount',
        'getExchangeRates',
        'getDiscoveries',
        'listVasps',
        'getAvailableUmaProviders',
        'sendCustomerEmailVerification',
      ]),
    );
    expect(touched).toEqual([]);
  });

  it('with its own adapters calls no sandbox adapter, on any operation or 7 days after', async () => {
    touched.length = 0;
    const answers = await callAll(equipped, [...others, ...deletions]);
    await letTimePass(equipped);
    expect(failed(answers)).toEqual([]);
    expect([...answers.values()].flat().filter(({ status }) => status === 501)).toEqual([]);
    expect(touched).toEqual([]);
  });

  it('imports sandbox adapters only in start-server.ts', () => {
    const simulated = /from '(?:\.\.\/)+sandbox\/adapters\/sandbox-[a-z]+\.ts'/;
    const naming = readRepository().filter(
      ({ path, text }) => path.startsWith('packages/server/src/') && !isTest({ path, text }) && simulated.test(text),
    );
    expect(naming.map(({ path }) => path)).toEqual(['packages/server/src/start/start-server.ts']);
  });
});
