import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { issueToken } from '../access/tokens/issue-token.ts';
import { sealFiles } from '../engines/files/sealed-file-store.ts';
import { keyAddresses } from '../engines/oidc/published-keys.ts';
import { isSealedBy } from '../engines/outbox/keys.ts';
import type { Database } from '../ground/database/database.ts';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';
import { createSystemRandom } from '../ground/ids/random.ts';
import { isCurrencyCode } from '../ground/money/currency.ts';
import type { Deps } from '../operation/deps.ts';
import { portNames, portPurposes } from '../operation/ports/ports.ts';
import { currentTerms } from '../people/customers/end-user-terms.ts';
import { createPlatform } from '../platform/platforms/create-platform.ts';
import {
  approveLaunch,
  findReview,
  type ProductionApproval,
  recordEvidence,
} from '../platform/production-approval/production-approval.ts';
import { type BackupFlags, backUp, restore } from './backup-commands.ts';
import { showCardExceptions } from './card-commands.ts';
import { showFeeClaims } from './fee-claims-command.ts';
import { lockFolder } from './folder-lock.ts';
import { databaseUrlIn, givenVariables } from './given-variables.ts';
import { setUpInvitations } from './invitations-command.ts';
import { openLocalFiles } from './local-files.ts';
import { WrongMasterKey } from './local-platform.ts';
import { makeMasterKey } from './master-key.ts';
import { operatorDeps } from './operator-deps.ts';
import { UnusableOptions } from './read-flags.ts';
import { Refused } from './refused.ts';
import { rotateUmaKeys } from './rotate-uma-keys.ts';
import { openSharedClock } from './shared-clock.ts';
import { decideStablecoin, rejectStablecoin, revokeProviderAccount, showStablecoins } from './stablecoin-commands.ts';
import { retryWork, showTroubledWork } from './troubled-work-commands.ts';

interface Opened {
  readonly database: Database;
  readonly deps: Deps;
}

type Result = Readonly<Record<string, unknown>>;

/** The flags of a command line. */
export interface OperatorFlags extends BackupFlags {
  readonly platform?: string | undefined;
  readonly currency?: readonly string[] | undefined;
  readonly regulated?: boolean | undefined;
  readonly screenshot?: string | undefined;
  readonly tracking?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly logo?: string | undefined;
  readonly onboarding?: string | undefined;
  readonly country?: readonly string[] | undefined;
  readonly rates?: string | undefined;
  readonly data?: string | undefined;
}

const commands: Readonly<Record<string, (opened: Opened, values: OperatorFlags) => Promise<Result>>> = {
  'create-platform': makePlatform,
  'consent-evidence': keepEvidence,
  'approve-launch': approve,
  'rotate-uma-keys': async (opened, values) => rotateUmaKeys(opened, needed(values, 'platform')),
  'troubled-work': showTroubledWork,
  'retry-work': (opened, { id }) => retryWork(opened, id),
  invitations: async (opened, values) => setUpInvitations(opened, await reviewOf(opened.database, values), values),
  adapters: showAdapters,
  'card-exceptions': showCardExceptions,
  'fee-claims': showFeeClaims,
  stablecoins: showStablecoins,
  'approve-stablecoin': (opened, values) => decideStablecoin('APPROVE')(opened, needed(values, 'id')),
  'enable-stablecoin': (opened, values) =>
    decideStablecoin('ENABLE')(opened, needed(values, 'id'), values.currency?.at(0)),
  'disable-stablecoin': (opened, values) => decideStablecoin('DISABLE')(opened, needed(values, 'id')),
  'reject-stablecoin': (opened, values) => rejectStablecoin(opened, needed(values, 'id')),
  'revoke-provider-account': (opened, values) => revokeProviderAccount(opened, needed(values, 'id')),
  'launch-status': async ({ database }, values) => statusOf(await reviewOf(database, values)),
};

/** Commands that must not migrate the store, or that run before there is one. */
const commandsOnFolders: Readonly<Record<string, typeof backUp>> = { backup: backUp, restore };

/** Runs the command and returns its output. */
export async function operate(names: readonly string[], values: OperatorFlags): Promise<string> {
  const result = await perform(names, values.data ?? givenVariables(process.env)['PAYMENTS_DATA'] ?? '.data', values);
  return values.json === true ? `${JSON.stringify(result)}\n` : table(result);
}

async function perform(names: readonly string[], dataFolder: string, values: OperatorFlags): Promise<Result> {
  const [name = ''] = names;
  const [command, onFolder] = [commands[name], commandsOnFolders[name]];
  if (names.length === 1 && onFolder !== undefined)
    return onFolder({ dataFolder, databaseUrl: databaseUrlIn(process.env) }, values);
  if (command === undefined || names.length !== 1)
    throw new UnusableOptions(
      `Give one command: ${[...Object.keys(commands), ...Object.keys(commandsOnFolders)].join(', ')}.`,
    );
  const opened = await open(dataFolder, name);
  try {
    return await command(opened, values);
  } finally {
    await opened.database.close();
  }
}

async function open(folder: string, name: string): Promise<Opened> {
  const url = databaseUrlIn(process.env);
  // With any other command, a new store would be empty, and look as if nothing waited for the operator.
  const begins = name === 'create-platform' && existsSync(folder);
  if (url === undefined && !begins && !existsSync(join(folder, 'payments.sqlite')))
    throw new Refused(`There is no database in ${folder}. Give its folder with --data.`);
  const random = createSystemRandom();
  const files = openLocalFiles(folder);
  const known = files.masterKey(process.env['PAYMENTS_MASTER_KEY']);
  const database = url === undefined ? openFolder(folder, files.databaseFile) : await openPostgres(url);
  try {
    const master = known ?? (await makeMasterKey(database, files, folder, random));
    // A command takes a moment, so the difference that was measured at its start holds for all of it.
    const { clock, stop } = await openSharedClock(database, (line) => void process.stderr.write(`payments: ${line}\n`));
    stop();
    const deps = operatorDeps({ database, clock, files: sealFiles(files.documents, master, random), random }, master);
    // The servers could not read a platform or anything else that was sealed with another key.
    if (!(await database.read((unit) => isSealedBy(unit, deps.sealer)))) throw new WrongMasterKey();
    return { database, deps };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A live server may run meanwhile: it shares the file with this process, which does not migrate it then. */
function openFolder(folder: string, file: string): Database {
  const owned = lockFolder(folder);
  if (owned === undefined) return SqliteDatabase.openBesideServer(file);
  const database = SqliteDatabase.open(file);
  owned.release();
  return database;
}

async function openPostgres(url: string): Promise<Database> {
  const { PostgresDatabase } = await import('../ground/database/postgres-database.ts');
  return PostgresDatabase.open(url, 2);
}

function needed(values: OperatorFlags, name: 'platform' | 'screenshot' | 'tracking' | 'id'): string {
  const value = values[name];
  if (value === undefined || value.trim() === '') throw new UnusableOptions(`--${name} is required. --help shows how.`);
  return value;
}

async function makePlatform({ database, deps }: Opened, values: OperatorFlags): Promise<Result> {
  const platformId = needed(values, 'platform');
  const currencies = (values.currency ?? []).map((code) => {
    if (!isCurrencyCode(code)) throw new UnusableOptions(`There is no currency ${code}.`);
    return code;
  });
  if (currencies.length === 0) throw new UnusableOptions('--currency is required at least once.');
  // Checked before anything is created: otherwise the secret would be printed nowhere and lost.
  if (values.json !== true && process.stdout.isTTY !== true)
    throw new UnusableOptions('The token secret is printed once: use a terminal, or --json to hand it to a program.');
  const isRegulated = values.regulated === true;
  const now = deps.clock.now();
  return database.transaction(async (unit) => {
    if ((await findReview(unit, platformId)) !== undefined)
      throw new Refused(`There is already a platform ${platformId} in production.`);
    const given = {
      platformId,
      environment: 'PRODUCTION',
      isRegulated,
      skipsVerificationPaperwork: false,
      currencies,
    } as const;
    const tenant = await createPlatform({ unit, now, deps }, given);
    const { token, clientSecret } = issueToken(
      { unit, tenant, now, deps },
      { name: 'First token', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] },
    );
    return { platform: platformId, isRegulated, tokenId: token.client_id, tokenSecret: clientSecret };
  });
}

async function reviewOf(database: Database, values: OperatorFlags): Promise<ProductionApproval> {
  const platformId = needed(values, 'platform');
  const review = await database.read((unit) => findReview(unit, platformId));
  if (review === undefined) throw new Refused(`There is no platform ${platformId} in production.`);
  return review;
}

const builtInKeys = `built in: ${Object.values(keyAddresses).join(', ')}`;

/** The adapters have no other settings in the server. */
async function showAdapters({ database }: Opened, values: OperatorFlags): Promise<Result> {
  const { platformId } = await reviewOf(database, values);
  const rates = values.rates ?? givenVariables(process.env)['PAYMENTS_RATES'];
  const shown = portNames.map((name) => {
    const place = name === 'rates' ? rates : name === 'tokenIssuers' ? builtInKeys : undefined;
    return [name, place ?? `none; refused without it: ${portPurposes[name]}`] as const;
  });
  return { platform: platformId, ...Object.fromEntries(shown) };
}

const signatures = [Uint8Array.from([0x89, 0x50, 0x4e, 0x47]), Uint8Array.from([0xff, 0xd8, 0xff])];

async function keepEvidence({ database, deps }: Opened, values: OperatorFlags): Promise<Result> {
  const review = await reviewOf(database, values);
  if (review.isRegulated)
    throw new Refused(
      `${review.platformId} is regulated and relies on its own agreements, so there is nothing to record.`,
    );
  const [file, tracking] = [needed(values, 'screenshot'), needed(values, 'tracking')];
  if (!existsSync(file)) throw new UnusableOptions(`There is no file ${file}.`);
  const content = readFileSync(file);
  if (!signatures.some((signature) => signature.every((byte, index) => content[index] === byte)))
    throw new Refused(`${file} is neither a PNG nor a JPEG.`);
  const fileKey = `${review.tenant}/${deps.ids.next('File').slice('File:'.length)}`;
  await deps.files.put(fileKey, once(content));
  const evidence = {
    screenshot: {
      fileKey,
      name: basename(file),
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    },
    tracking,
    termsVersion: currentTerms().version,
    recordedAt: deps.clock.now(),
  };
  await database.transaction(async (unit) => recordEvidence(unit, review.tenant, evidence));
  return statusOf({ ...review, evidence, approvedAt: null });
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function approve({ database, deps }: Opened, values: OperatorFlags): Promise<Result> {
  const review = await reviewOf(database, values);
  if (review.isRegulated) throw new Refused(`${review.platformId} is regulated and needs no approval.`);
  const now = deps.clock.now();
  const isApproved = await database.transaction((unit) => approveLaunch(unit, review.tenant, now));
  if (!isApproved) throw new Refused('There is no evidence to approve. Record it with consent-evidence first.');
  return statusOf({ ...review, approvedAt: now });
}

function statusOf({ platformId, isRegulated, evidence, approvedAt }: ProductionApproval): Result {
  const mayLaunch = isRegulated || approvedAt !== null;
  const { screenshot, tracking = null, termsVersion = null, recordedAt = null } = evidence ?? {};
  return {
    platform: platformId,
    isRegulated,
    mayLaunch,
    screenshot: screenshot?.name ?? null,
    screenshotSha256: screenshot?.sha256 ?? null,
    tracking,
    termsVersion,
    recordedAt,
    approvedAt,
  };
}

function table(result: Result): string {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}\n`)
    .join('');
}
