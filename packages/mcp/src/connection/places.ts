import { isAbsolute, join } from 'node:path';
import { homeFolder } from '@payments-platform/client/private-file';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The paths of the files of one connection. */
export interface Places {
  /** The access token. */
  readonly access: string;
  /** The secret that clients of the HTTP endpoint must send. */
  readonly endpointSecret: string;
  /** The payment records, by intent. */
  readonly journal: string;
}

const lockFolder = 'payments-platform/mcp';
const profileForm = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** The folders of the XDG Base Directory Specification, which only accepts absolute paths. */
function baseFolder(environment: Environment, name: string, fallback: string): string {
  const value = environment[name];
  const folder = value !== undefined && isAbsolute(value) ? value : join(homeFolder(environment['HOME']), fallback);
  return join(folder, lockFolder);
}

export function placesOf(environment: Environment, profile: string): Places {
  if (!profileForm.test(profile)) {
    throw new TypeError(
      `"${profile}" is not a name for a profile: use up to 40 lower-case letters, digits and hyphens.`,
    );
  }
  const config = baseFolder(environment, 'XDG_CONFIG_HOME', '.config');
  const state = baseFolder(environment, 'XDG_STATE_HOME', '.local/state');
  return {
    access: join(config, `${profile}.json`),
    endpointSecret: join(config, `${profile}.endpoint-secret`),
    journal: join(state, profile),
  };
}
