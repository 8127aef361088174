import { ApiError, orThrow } from '@payments-platform/client';
import type { Command } from 'commander';
import { interfaceUrl, localUrl } from '../connection/base-url.ts';
import { agentClient, platformClient } from '../connection/clients.ts';
import { profileFile } from '../connection/places.ts';
import { type Profile, writeProfile } from '../connection/profile.ts';
import { commonFlags } from '../operations/perform-operation.ts';
import { Failed, UnusableCommand } from '../refusals.ts';
import type { Surroundings } from '../surroundings.ts';

const help = `
On a terminal it asks for what the environment does not give: PAYMENTS_BASE_URL, PAYMENTS_TOKEN_ID and
PAYMENTS_TOKEN_SECRET, or PAYMENTS_ACCESS_TOKEN with --agent. Secrets are no flags, because others can see those.
A sandbox on this machine needs no login.
`;

/** A value from the environment, or else from a prompt on the terminal. */
async function setting(
  surroundings: Surroundings,
  variable: string,
  question: string,
  isSecret = false,
): Promise<string> {
  const given = surroundings.environment[variable] ?? '';
  if (given !== '') return given;
  if (surroundings.ask === undefined)
    throw new UnusableCommand(`Not a terminal, so there is no prompt. Set ${variable}, or run it on a terminal.`);
  const typed = await surroundings.ask(`${question}: `, isSecret);
  if (typed === undefined) throw new Failed('Nothing was stored.');
  return typed;
}

async function readProfileToKeep(isAgent: boolean, url: string, surroundings: Surroundings): Promise<Profile> {
  const baseUrl = interfaceUrl(url);
  if (isAgent)
    return { baseUrl, accessToken: await setting(surroundings, 'PAYMENTS_ACCESS_TOKEN', 'Access token', true) };
  return {
    baseUrl,
    tokenId: await setting(surroundings, 'PAYMENTS_TOKEN_ID', 'Token id'),
    tokenSecret: await setting(surroundings, 'PAYMENTS_TOKEN_SECRET', 'Token secret', true),
  };
}

/** Checks the credentials with the platform, so that only working ones are stored. */
async function check(profile: Profile, surroundings: Surroundings): Promise<void> {
  const access = { ...profile, source: 'the login' };
  try {
    if (profile.accessToken !== undefined) await orThrow(agentClient(access, surroundings).GET('/agents/me'));
    else await orThrow(platformClient(access, surroundings).GET('/config'));
  } catch (error) {
    // A valid token may lack that permission.
    if (error instanceof ApiError && error.status === 403) return;
    if (error instanceof ApiError && error.status === 401)
      throw new Failed('The platform does not know these credentials. Nothing was stored.');
    throw error;
  }
}

export function addLogin(program: Command, surroundings: Surroundings): void {
  const command = program
    .command('login')
    .summary('store credentials in a file that only you can read')
    .description('Stores an address and credentials in a file that only you can read.')
    .option('--agent', 'the access token of an agent instead of the token of a platform')
    .addHelpText('after', help);
  command.action(async () => {
    const { baseUrl, profile: name = 'default', json } = commonFlags(command);
    const { agent: isAgent = false } = command.opts<{ readonly agent?: boolean }>();
    const asked = `Address (${localUrl(surroundings.environment)})`;
    const url = baseUrl ?? (await setting(surroundings, 'PAYMENTS_BASE_URL', asked));
    const profile = await readProfileToKeep(
      isAgent,
      url === '' ? localUrl(surroundings.environment) : url,
      surroundings,
    );
    await check(profile, surroundings);
    const file = profileFile(surroundings.environment, name);
    writeProfile(file, profile);
    surroundings.print(
      json === true
        ? JSON.stringify({ profile: name, baseUrl: profile.baseUrl, file })
        : `Logged in to ${profile.baseUrl} as the profile "${name}". The secret is in ${file}, which only you can read.`,
    );
  });
}
