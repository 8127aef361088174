import { ClockBusy } from '../../ground/clock/timekeeper.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { hasProduction } from '../../platform/platforms/has-production.ts';

/** Why the clock of this server is not for tokens to move, if it is not. */
async function refuseMove({ database, settings }: ServerDeps): Promise<Refusal<'FORBIDDEN'> | undefined> {
  if (!settings.movesClock) {
    return refuse(
      'FORBIDDEN',
      'All platforms of this server share its clock, so tokens may not move it. Its operator can allow it with --movable-clock.',
    );
  }
  if (await database.read(hasProduction)) {
    return refuse(
      'FORBIDDEN',
      'This server also serves production, so its clock is not moved. Use a sandbox that has a database of its own.',
    );
  }
  return undefined;
}

/** Moves the clock where that is allowed, once nobody else does. */
export async function moving<T>(
  deps: ServerDeps,
  move: () => Promise<T>,
): Promise<T | Refusal<'FORBIDDEN' | 'CONFLICT'>> {
  const refused = await refuseMove(deps);
  if (refused !== undefined) return refused;
  try {
    return await move();
  } catch (error) {
    if (!(error instanceof ClockBusy)) throw error;
    return refuse(
      'CONFLICT',
      'Another process of this server is moving the clock or is at work. Try again in a moment.',
    );
  }
}
