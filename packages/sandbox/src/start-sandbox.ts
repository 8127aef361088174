import { createClient, orThrow } from '@payments-platform/client';
import type { PlantedFaults } from '@payments-platform/server';
import { forkPlatform, makeWorld } from './make-world.ts';
import type { ForkOptions, Sandbox, StopFailure, World } from './sandbox.ts';
import {
  type Report,
  type SandboxProcess,
  type ServerOptions,
  startInChild,
  startInProcess,
} from './sandbox-process.ts';
import type { Seed } from './seed.ts';
import { type Endpoint, type EndpointFailure, openWebhookReceiver } from './webhook-receiver.ts';
import { worldOn } from './world-on.ts';

/** The options of a sandbox; all are optional. */
export interface SandboxOptions extends ServerOptions {
  /** Where the server runs: in this process (`own`), or in a `child`, which ends with it. Default: `own`. */
  readonly process?: 'own' | 'child';
  /** The initial data. */
  readonly seed?: Seed;
  /** Called with a line for each bug and each message of the server. Default: standard error. */
  readonly report?: Report;
}

/**
 * Starts a sandbox for a test: the whole server on a free port, in memory unless `dataFolder` names a folder, with a
 * receiver of its webhooks. Stop it with `stop()`, or declare it with `await using`.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { process: place = 'own', report = complain, seed, ...serverOptions } = options;
  await using opened = new AsyncDisposableStack();
  const start = place === 'child' ? startInChild : startInProcess;
  const receiver = opened.adopt(await openWebhookReceiver(), (open) => open.close());
  const server = opened.adopt(await start(serverOptions, report), (running) => running.stop());
  const endpoint = receiver.open();
  await openEndpoint(server, endpoint);
  const maker = { baseUrl: server.baseUrl, client: createClient(server), receiver };
  const fork = (settings: ForkOptions = {}): Promise<World> => forkPlatform(maker, settings);
  const world = await worldOn(server, { endpoint, seed, fork, stop: () => started.disposeAsync() });
  const plant = planterOf(server);
  const started = opened.move();
  return {
    ...world,
    world: (settings = {}) => makeWorld(maker, settings),
    fail: (part: 'endpoint' | 'rail' | 'rates', how?: EndpointFailure | PlantedFaults['rail']): StopFailure => {
      if (part === 'rail') return plant('rail', isReason(how) ? how : 'QUOTE_EXECUTION_FAILED');
      if (part === 'rates') return plant('rates', true);
      return world.fail('endpoint', isReason(how) ? undefined : how);
    },
  };
}

/** Sets the webhook endpoint to the receiver, and drops the event with which the platform tests a new endpoint. */
async function openEndpoint(server: SandboxProcess, endpoint: Endpoint): Promise<void> {
  const { inbox } = endpoint;
  endpoint.verifyWith(server.webhookPublicKey);
  await orThrow(createClient(server).PATCH('/config', { body: { webhookEndpoint: inbox.url } }));
  await inbox.next({ type: 'TEST' });
  inbox.clear();
}

function complain(line: string): void {
  process.stderr.write(`sandbox: ${line}\n`);
}

function isReason(how: EndpointFailure | PlantedFaults['rail']): how is NonNullable<PlantedFaults['rail']> {
  return typeof how === 'string' && how !== 'DROP' && how !== 'SILENCE';
}

/** Plants one fault beside the others; the returned function removes it. */
function planterOf(server: SandboxProcess) {
  const faults: PlantedFaults = {};
  return <Part extends keyof PlantedFaults>(part: Part, fault: PlantedFaults[Part]): StopFailure => {
    faults[part] = fault;
    server.plant(faults);
    return () => {
      delete faults[part];
      server.plant(faults);
    };
  };
}
