import { type SandboxServer, startSandboxServer } from '@payments-platform/server';
import type { FromChild, ToChild } from './sandbox-process.ts';

// Runs a sandbox in a separate process. It only communicates with its parent, and ends with it.

const say = (message: FromChild): void => void process.send?.(message);
const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
let starting: Promise<SandboxServer> | undefined;

// Ctrl-C on the terminal also reaches the child, but the parent decides when it ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => {
  Promise.resolve(starting)
    .then((server) => server?.stop())
    .finally(() => process.exit());
});
process.on('message', (message: ToChild) => {
  if (message.kind === 'PLANT') {
    // The message omits faults that were removed.
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
