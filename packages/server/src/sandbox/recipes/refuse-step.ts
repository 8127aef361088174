import { operationTable } from '@payments-platform/types';
import type { Caller, Permission, Refusal } from '../../operation/operation.ts';
import { refuse } from '../../operation/operation.ts';
import { StepRefused } from './maker.ts';

/** What requests of every kind take. */
const needed: readonly Permission[] = ['VIEW', 'TRANSACT', 'MANAGE'];

/** The refusal of a token that may not make everything that a recipe makes. */
export function refusePermissions({ permissions }: Caller): Refusal<'FORBIDDEN'> | undefined {
  const missing = needed.filter((permission) => !permissions.includes(permission));
  if (missing.length === 0) return undefined;
  return refuse(
    'FORBIDDEN',
    `This operation makes requests of every kind in the name of its token, which lacks ${missing.join(' and ')}. Use a token with VIEW, TRANSACT and MANAGE.`,
  );
}

const busy: Refusal<'RATE_LIMITED'> = {
  ...refuse(
    'RATE_LIMITED',
    'Too many triggers and fixtures of this platform wait for their turn. Wait a second, and send fewer at the same time.',
  ),
  retryAfterSeconds: 1,
};

/** Does what `inTurn` lets be done, and answers why where it cannot be. */
export async function madeOrRefused<T>(
  made: Promise<T | undefined>,
): Promise<T | Refusal<'CONFLICT' | 'RATE_LIMITED'>> {
  try {
    return (await made) ?? busy;
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
    const { operation, refusal } = error;
    const { method, path } = operationTable[operation];
    return refuse(
      'CONFLICT',
      `${method} ${path}, which this needs, was refused with ${refusal.code}: ${refusal.reason} What was made before it stays.`,
      { operationId: operation, code: refusal.code },
    );
  }
}
