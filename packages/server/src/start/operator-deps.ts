import { BlockList } from 'node:net';
import { PlatformClocks } from '../engines/clocks/platform-clocks.ts';
import { createIds } from '../ground/ids/ids.ts';
import { createSealer } from '../ground/sealing/sealer.ts';
import { lifeCycle } from '../modules.ts';
import type { Deps } from '../operation/deps.ts';
import { productionRules } from '../operation/ports/environment-rules.ts';
import { productionPorts } from '../operation/ports/missing-adapter.ts';

/** The parts of the operator's commands: a store and its keys. */
type Opened = Pick<Deps, 'database' | 'clock' | 'files' | 'random'>;

/** The deps of the operator's commands, which serve no requests. */
export function operatorDeps({ database, clock, files, random }: Opened, master: Uint8Array): Deps {
  return {
    database,
    clock,
    random,
    ids: createIds(clock, random),
    files,
    sealer: createSealer(master, random),
    lifeCycle,
    ...productionPorts({}),
    rules: productionRules,
    clocks: new PlatformClocks(clock),
    timekeeper: { state: unserved, change: unserved, advance: unserved },
    inner: { ask: unserved, settle: unserved, inTurn: unserved },
    feed: {
      positions: { write: unserved, read: unserved },
      positionFrom: unserved,
      follow: unserved,
      leave: unserved,
      followers: 0,
    },
    relay: { pauseOf: unserved },
    send: Object.assign(unserved, { close: unserved }),
    readDomainTexts: unserved,
    publicUrl: unserved,
    settings: {
      allowsLoopbackWebhooks: false,
      checksResponses: false,
      unknownFields: 'REFUSE',
      strictIdentifiers: true,
      documentBytes: 0,
      trustedProxies: new BlockList(),
    },
    forEnvironment: unserved,
    forTenant: unserved,
    forCaller: unserved,
    tenants: { begin: unserved, forget: unserved },
  };
}

function unserved(): never {
  throw new Error('the commands of the operator serve no requests');
}
