import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm authorisation [flags]

Calls every operation of the specification as every unauthorized caller: without credentials, with a wrong secret,
with an unknown or a deleted token, without the permission, with the credentials of an agent, of another platform
and of the other environment. For each identifier in a request, strangers send one that really exists, and the
response must be byte for byte the one for an unknown identifier; no data may be shown, and nothing may change. Then
each identifier is used in its own platform, where it must make a difference. Exit status: 0 if everything holds, 1
on a leak, on an operation that the matrix cannot test, or on an identifier that makes no difference.

  --engine NAME   sqlite or postgres (sqlite)
  --plant NAME    afterwards, remove the tenant from a statement of the server and show that the matrix detects it:
                  all, or a text in the names of the statements
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
