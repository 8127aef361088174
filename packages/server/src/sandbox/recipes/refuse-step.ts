import { operationTable } from '@payments-platform/types';
import type { Caller, Permission, Refusal } from '../../operation/operation.ts';
import { refuse } from '../../operation/operation.ts';
import { StepRefused } from './maker.ts';

/** The permissions that requests of all kinds require. */
const needed: readonly Permission[] = ['VIEW', 'TRANSACT', 'MANAGE'];

/** Refuses a token without the permissions for everything that a recipe creates. */
export function refusePermissions({ permissions }: Caller): Refusal<'FORBIDDEN'> | undefined {
  const missing = needed.filter((permission) => !permissions.includes(permission));
  if (missing.length === 0) return undefined;
  return refuse(
    'FORBIDDEN',
    `This operation makes requests of every kind with its token, which lacks ${missing.join(' and ')}. Use a token with VIEW, TRANSACT and MANAGE.`,
  );
}

const busy: Refusal<'RATE_LIMITED'> = {
  ...refuse(
    'RATE_LIMITED',
    'Too many triggers and fixtures of this platform are waiting. Wait a second, and send fewer at the same time.',
  ),
  retryAfterSeconds: 1,
};

/** Returns the result of `inTurn`, or the refusal of its work. */
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
      `${method} ${path}, which this operation calls, was refused with ${refusal.code}: ${refusal.reason} What was created before stays.`,
      { operationId: operation, code: refusal.code },
    );
  }
}
