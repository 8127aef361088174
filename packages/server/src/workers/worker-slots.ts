import type { DueWork } from '../engines/due-work/due-work.ts';
import type { WorkerSlot } from '../engines/due-work/due-work-engine.ts';
import { deliveries } from '../engines/outbox/due-deliveries.ts';
import type { Relay } from '../engines/outbox/relay.ts';
import type { ServerDeps } from '../operation/deps.ts';

/** Wraps a batch of due work of a kind, and passes on how much was done. */
export type AroundWork = (kind: string, work: () => Promise<number>) => Promise<number>;

interface Work {
  readonly kinds: readonly DueWork<ServerDeps>[];
  readonly relay: Relay;
  readonly deps: ServerDeps;
  readonly onBug: (error: unknown) => void;
  readonly aroundWork: AroundWork | undefined;
}

/** A slot for each kind of due work, and one for webhooks. */
export function workerSlots({ kinds, relay, deps, onBug, aroundWork }: Work): readonly WorkerSlot[] {
  const around: AroundWork = aroundWork ?? ((_kind, work) => work());
  return [
    ...kinds.map(
      ({ name, work, nextDueAt }): WorkerSlot => ({
        name,
        work: () => around(name, () => work(deps, onBug)),
        nextDueAt: (unit) => nextDueAt(unit, deps, true),
      }),
    ),
    // The relay goes on claiming while it sends, so its slot waits for the claim only.
    {
      name: deliveries,
      work: async () => (await relay.take()).count,
      nextDueAt: (unit) => relay.nextDueAt(unit),
    },
  ];
}
