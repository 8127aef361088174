import { isAbsolute, join } from 'node:path';
import { homeFolder } from '@payments-platform/client/private-file';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the files of one connection lie. */
export interface Places {
  /** The access token. */
  readonly access: string;
  /** What clients of the endpoint over HTTP have to send. */
  readonly endpointSecret: string;
  /** What was asked for, by intent. */
  readonly journal: string;
}

const ownFolder = 'payments-platform/mcp';
const profileForm = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** The folders of the XDG Base Directory Specification, which takes absolute paths only. */
function baseFolder(environment: Environment, name: string, fallback: string): string {
  const value = environment[name];
  const folder = value !== undefined && isAbsolute(value) ? value : join(homeFolder(environment['HOME']), fallback);
  return join(folder, ownFolder);
}

export function placesOf(environment: Environment, profile: string): Places {
  if (!profileForm.test(profile)) {
    throw new TypeError(`The profile "${profile}" is none: use up to 40 lower-case letters, digits and hyphens.`);
  }
  const config = baseFolder(environment, 'XDG_CONFIG_HOME', '.config');
  const state = baseFolder(environment, 'XDG_STATE_HOME', '.local/state');
  return {
    access: join(config, `${profile}.json`),
    endpointSecret: join(config, `${profile}.endpoint-secret`),
    journal: join(state, profile),
  };
}
