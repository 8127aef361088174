import { removePrivateFile } from '@payments-platform/client/private-file';
import type { Command } from 'commander';
import { profileFile } from '../connection/places.ts';
import { commonFlags } from '../operations/perform-operation.ts';
import type { Surroundings } from '../surroundings.ts';

export function addLogout(program: Command, { environment, print }: Surroundings): void {
  const command = program.command('logout').description('Deletes the credentials that login stored.');
  command.action(() => {
    const { profile: name = 'default', json } = commonFlags(command);
    const wasLoggedIn = removePrivateFile(profileFile(environment, name));
    const words = wasLoggedIn
      ? `The profile "${name}" is deleted from this computer. Its token stays valid until you delete it: payments tokens delete.`
      : `There was no profile "${name}".`;
    print(json === true ? JSON.stringify({ profile: name, wasLoggedIn }) : words);
  });
}
