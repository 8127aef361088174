import { isAbsolute, join } from 'node:path';
import { homeFolder } from '@payments-platform/client/private-file';
import { UnusableCommand } from '../refusals.ts';
import type { Environment } from '../surroundings.ts';

const profileForm = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** The file of a profile, in the folder of the XDG Base Directory Specification. */
export function profileFile(environment: Environment, profile: string): string {
  if (!profileForm.test(profile))
    throw new UnusableCommand(
      `"${profile}" is not a name for a profile: use up to 40 lower-case letters, digits and hyphens.`,
    );
  const given = environment['XDG_CONFIG_HOME'];
  const config = given !== undefined && isAbsolute(given) ? given : join(homeFolder(environment['HOME']), '.config');
  return join(config, 'payments-platform/cli', `${profile}.json`);
}
