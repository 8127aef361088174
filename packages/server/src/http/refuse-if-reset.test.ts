import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import { type Caller, refuse } from '../operation/operation.ts';
import { refuseIfReset } from './refuse-if-reset.ts';

const callerOf = (tenant: number): Caller => ({
  tenant,
  environment: 'SANDBOX',
  tokenId: 'Token:1',
  permissions: ['VIEW'],
});
const before = callerOf(1);
const bug = new Error('tenant 1 has no webhook key');

describe('a request that fails because its data is gone', () => {
  it('is refused with 503 and Retry-After 1 when its platform was reset meanwhile', async () => {
    const { status, refusal } = await refuseIfReset(before, async () => ({ caller: callerOf(2) }))(bug);
    expect([status, refusal?.code, refusal?.retryAfterSeconds]).toEqual([503, 'SERVICE_UNAVAILABLE', 1]);
  });

  it('is refused with 401 when its token was deleted meanwhile', async () => {
    const gone = refuse('UNAUTHORIZED', 'The token is unknown.');
    const { status, refusal } = await refuseIfReset(before, async () => ({ refusal: gone }))(bug);
    expect([status, refusal]).toEqual([401, gone]);
  });

  it('rethrows its error when the platform still exists or the database is unavailable', async () => {
    const still = refuseIfReset(before, async () => ({ caller: before }));
    await expect(still(bug)).rejects.toBe(bug);
    const away = new DatabaseUnavailable('AWAY', 'x');
    await expect(refuseIfReset(before, async () => ({ caller: callerOf(2) }))(away)).rejects.toBe(away);
  });
});
