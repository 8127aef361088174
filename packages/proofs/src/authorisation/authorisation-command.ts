import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm authorisation [flags]

Calls every operation of the specification as everybody who must not: without credentials, with a wrong secret,
with an unknown or a deleted token, without the permission, with the credentials of an agent, of another platform
and of the other environment. Wherever a request can name something, strangers name what really exists, and must
be answered to the byte as if nothing had that name; nothing of it may be shown, and nothing may change. Then each
name is tried in its own platform, where it has to matter. Exit status: 0 when everything holds, 1 on a leak, on an
operation that the matrix cannot try, or on a name that does not matter.

  --engine NAME   sqlite or postgres (sqlite)
  --plant NAME    afterwards, make a statement of the server forget its tenant and show that the matrix sees it:
                  all, or a text in the names of those that are wanted
  --json          end with one line of figures on standard output
  --help          show this text
`;

const flags = {
  engine: { type: 'string', default: 'sqlite' },
  plant: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('authorisation', values, async () => {
  const { proveAuthorisation } = await import('./prove-authorisation.ts');
  return proveAuthorisation(values);
});
