import { parseArgs } from 'node:util';
import { programNames } from './program-names.ts';
import { readFlags, UnusableOptions } from './read-flags.ts';

const help = `Usage: ${programNames.operator} COMMAND [flags]

What the operator of the service does for platforms. Works on a stopped or a live database.

  create-platform   creates a platform for production and prints its first credentials, once
      --platform ID  --currency CODE (again for more)  [--regulated]
  consent-evidence  records how a platform that is not regulated asks its end users for consent
      --platform ID  --screenshot FILE (PNG or JPEG)  --tracking TEXT
  approve-launch    approves that evidence; until then the platform's production tokens are refused
      --platform ID
  invitations       sets up invitations: what their page shows of a platform, and where its onboarding is
      --platform ID  --name TEXT  --logo URL  --onboarding URL (gets ?code=)  --country CODE (again for more)
  launch-status     shows the state of a platform's launch
      --platform ID
  rotate-uma-keys   makes new keys for a platform's messages to other UMA providers, in use an hour later
      --platform ID
  troubled-work     shows due work that fails: what is retried later, and what was set aside
  retry-work        retries it once you have fixed its cause: all of it, or one piece
      [--id ID]
  card-exceptions   shows what merchants were paid without cover by an account, and what could not be
                    credited; you settle these outside the server
  fee-claims        shows returned payments whose refunds wait for the platform to give back its fee
  stablecoins       shows the tokens of platforms that wait for a decision or for their provider
  approve-stablecoin, enable-stablecoin, disable-stablecoin
                    decide about the service operations of one: approve their set-up, enable them, refuse them or
                    disable them; while enabled, the token is a currency of its platform, with its symbol or CODE
      --id ID  [--currency CODE]
  reject-stablecoin rejects a registration that is still in review
      --id ID
  revoke-provider-account
                    revokes a link to a provider until the platform links the account again
      --id ID
  adapters          shows which adapters a platform has in production, and what is refused without the others
      --platform ID  [--rates PLACE (PAYMENTS_RATES), as the server is given it]
  backup            copies all data of a stopped or a live server into a new folder: store, files, checksums; the
                    master key is left out without --with-keys
      --to FOLDER  [--with-keys]
  restore           checks a backup and restores it into the new folder --data (and the empty database DATABASE_URL)
      --from FOLDER  [--key-file FILE (or PAYMENTS_MASTER_KEY), if the backup has no master key]

  --data FOLDER  folder of the data (PAYMENTS_DATA, default .data); DATABASE_URL chooses PostgreSQL
  --json         end with one line of JSON
  --help         show this text

Exit status: 0 on success, 1 on a refusal, 2 when the command line is wrong.
`;

const flags = {
  platform: { type: 'string' },
  currency: { type: 'string', multiple: true },
  regulated: { type: 'boolean' },
  screenshot: { type: 'string' },
  tracking: { type: 'string' },
  id: { type: 'string' },
  name: { type: 'string' },
  logo: { type: 'string' },
  onboarding: { type: 'string' },
  country: { type: 'string', multiple: true },
  rates: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  'with-keys': { type: 'boolean' },
  'key-file': { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Returns what the command prints. `args` is the command line after the program's name. */
export async function answerOperator(words: readonly string[]): Promise<string> {
  const { values, positionals } = readFlags(() =>
    parseArgs({ args: [...words], options: flags, allowPositionals: true }),
  );
  if (values.help === true) return help;
  const { operate } = await import('./operator.ts');
  return operate(positionals, values);
}

if (import.meta.main) {
  try {
    process.stdout.write(await answerOperator(process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(`operator: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UnusableOptions ? 2 : 1;
  }
}
