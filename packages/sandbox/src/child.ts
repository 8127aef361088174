import { type SandboxServer, startSandboxServer } from '@payments-platform/server';
import type { FromChild, ToChild } from './sandbox-process.ts';

// The program of a sandbox in a process of its own. It hears from its parent alone, and ends when that is gone.

const say = (message: FromChild): void => void process.send?.(message);
const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
let starting: Promise<SandboxServer> | undefined;

// A Ctrl-C on the terminal reaches the child too; the parent decides when it ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => {
  Promise.resolve(starting)
    .then((server) => server?.stop())
    .finally(() => process.exit());
});
process.on('message', (message: ToChild) => {
  if (message.kind === 'PLANT') {
    // A fault that is taken back is not in the message.
    const { rail, rates } = message.faults;
    return void starting?.then(({ faults }) => Object.assign(faults, { rail, rates }));
  }
  starting = startSandboxServer({
    ...message.options,
    onBug: (error) => say({ kind: 'LINE', line: describe(error) }),
    onLine: (line) => say({ kind: 'LINE', line }),
  });
  starting.then(
    ({ baseUrl, tokenId, tokenSecret, webhookPublicKey }) =>
      say({ kind: 'READY', baseUrl, tokenId, tokenSecret, webhookPublicKey }),
    (error: unknown) => {
      say({ kind: 'REFUSED', reason: error instanceof Error ? error.message : String(error) });
      process.disconnect?.();
    },
  );
});
