import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPrivateFile, UnusableFile } from '@payments-platform/client/private-file';
import { UnusableCommand } from '../refusals.ts';
import type { Surroundings } from '../surroundings.ts';
import { interfaceUrl, isLoopback, localUrl } from './base-url.ts';
import { profileFile } from './places.ts';
import { isToken, type Profile, parseStored, readProfile } from './profile.ts';

/** The flags of every command that select the platform and the credentials. */
export interface Target {
  readonly baseUrl?: string | undefined;
  readonly profile?: string | undefined;
  /** The data folder of a sandbox on this machine. */
  readonly data?: string | undefined;
}

/** The address, the credentials, and where they were found. */
export interface Access extends Partial<Omit<Profile, 'baseUrl'>> {
  readonly baseUrl: string;
  readonly source: string;
}

function text(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

/** The credentials that a sandbox stores beside its data. */
function localCredentials(folder: string): Omit<Profile, 'baseUrl'> | undefined {
  const file = join(folder, 'credentials.json');
  const content = readPrivateFile(file);
  if (content === undefined) return undefined;
  const value = parseStored(content);
  if (!isToken(value))
    throw new UnusableFile(`The credentials in ${file} cannot be read. Delete the file and restart the sandbox.`);
  return { tokenId: value.tokenId, tokenSecret: value.tokenSecret };
}

/** The address that a running sandbox writes beside its data. */
function runningUrl(folder: string): string | undefined {
  const url = readPrivateFile(join(folder, 'address'))?.trim();
  return url !== undefined && isLoopback(url) ? url : undefined;
}

type Places = Pick<Surroundings, 'environment' | 'folder'>;

export function dataFolder(target: Target, { environment, folder }: Places): string {
  return resolve(folder, target.data ?? text(environment['PAYMENTS_DATA']) ?? '.data');
}

function fromEnvironment({ environment }: Places): Omit<Profile, 'baseUrl'> | undefined {
  const [tokenId, tokenSecret] = [text(environment['PAYMENTS_TOKEN_ID']), text(environment['PAYMENTS_TOKEN_SECRET'])];
  const accessToken = text(environment['PAYMENTS_ACCESS_TOKEN']);
  if ((tokenId === undefined) !== (tokenSecret === undefined))
    throw new UnusableCommand('Set both PAYMENTS_TOKEN_ID and PAYMENTS_TOKEN_SECRET, or neither.');
  if (tokenId === undefined && accessToken === undefined) return undefined;
  return { ...(tokenId && tokenSecret && { tokenId, tokenSecret }), ...(accessToken && { accessToken }) };
}

/** Flags override the environment, which overrides a profile. A sandbox on this machine needs neither. */
export function findAccess(target: Target, surroundings: Places): Access {
  const { environment } = surroundings;
  const name = target.profile ?? text(environment['PAYMENTS_PROFILE']);
  const profile = target.data === undefined ? readProfile(profileFile(environment, name ?? 'default')) : undefined;
  if (profile === undefined && name !== undefined && name !== 'default')
    throw new UnusableCommand(`There is no profile "${name}". Create it: payments login --profile ${name}`);
  const place = dataFolder(target, surroundings);
  const url = target.baseUrl ?? text(environment['PAYMENTS_BASE_URL']) ?? profile?.baseUrl;
  const running = text(environment['PORT']) === undefined ? runningUrl(place) : undefined;
  const baseUrl = interfaceUrl(url ?? running ?? localUrl(environment));
  const given = target.data === undefined ? fromEnvironment(surroundings) : undefined;
  if (given !== undefined) return { baseUrl, ...given, source: 'the environment' };
  // The secret of a profile is sent only to the address of that profile.
  if (profile !== undefined && interfaceUrl(profile.baseUrl) === baseUrl)
    return { ...profile, baseUrl, source: `the profile "${name ?? 'default'}"` };
  if (!isLoopback(baseUrl)) return { baseUrl, source: 'nothing' };
  const local = existsSync(place) ? localCredentials(place) : undefined;
  return local === undefined
    ? { baseUrl, source: 'nothing' }
    : { baseUrl, ...local, source: `${place}/credentials.json` };
}

const howToSignIn =
  'Run `payments login`, set PAYMENTS_TOKEN_ID and PAYMENTS_TOKEN_SECRET, or name the data folder of a sandbox on this machine with --data.';

/** The token of a platform, or words that say how to get one. */
export function tokenOf({ baseUrl, tokenId, tokenSecret }: Access): {
  readonly tokenId: string;
  readonly tokenSecret: string;
} {
  if (tokenId === undefined || tokenSecret === undefined)
    throw new UnusableCommand(`No credentials found for ${baseUrl}. ${howToSignIn}`);
  return { tokenId, tokenSecret };
}

export function accessTokenOf({ baseUrl, accessToken }: Access): string {
  if (accessToken === undefined)
    throw new UnusableCommand(
      `This command requires the access token of an agent, and none was found for ${baseUrl}. Set PAYMENTS_ACCESS_TOKEN, or run \`payments login --agent\`.`,
    );
  return accessToken;
}
