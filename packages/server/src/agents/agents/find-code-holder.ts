import { type JoinedClock, joinedColumns } from '../../engines/clocks/clocks.ts';
import { countGuess } from '../../engines/guesses/guesses.ts';
import { networkOf } from '../../engines/guesses/network-of.ts';
import { minuteMs, secondsUntil } from '../../ground/clock/instant.ts';
import { tenantExists } from '../../ground/database/existing-tenant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { type Caller, type Refusal, refuse } from '../../operation/operation.ts';
import { codeDigest } from './device-code.ts';

const limit = { most: 10, windowMs: 10 * minuteMs };

interface CodeHolder extends JoinedClock {
  readonly tenant: number;
  readonly environment: Caller['environment'];
}

/** Without a tenant: the caller sends only the code, so the code finds the tenant. */
const findHolder = statement<{ readonly digest: string }, CodeHolder>('findCodeHolder', (db, { digest }) =>
  db
    .selectFrom('agent_device_codes')
    .innerJoin('platforms', 'platforms.tenant', 'agent_device_codes.tenant')
    .leftJoin('clocks', 'clocks.tenant', 'agent_device_codes.tenant')
    .select([...joinedColumns, 'agent_device_codes.tenant', 'platforms.environment'])
    .where('agent_device_codes.code_digest', '=', digest)
    .where(tenantExists('agent_device_codes.tenant')),
);

/**
 * The platform of the device code that a caller without credentials sends. Each attempt of an address is counted before
 * it is made, in its own unit, so neither concurrent attempts nor a rollback bypass the limit.
 */
export async function findCodeHolder(
  { database, clock, clocks, sealer }: ServerDeps,
  code: string,
  address: string,
): Promise<Caller | Refusal<'NOT_FOUND' | 'RATE_LIMITED'>> {
  const now = clock.now();
  const addressDigest = sealer.digest(`device codes tried by network ${networkOf(address)}`);
  const blockedUntil = await database.transaction((unit) => countGuess(unit, addressDigest, now, limit));
  if (blockedUntil !== undefined) {
    const reason = `Too many device codes were tried from this address. Wait until ${blockedUntil}, and check the code.`;
    return { ...refuse('RATE_LIMITED', reason), retryAfterSeconds: secondsUntil(blockedUntil, now) };
  }
  const holder = await database.read((unit) => unit.first(findHolder, { digest: codeDigest(sealer, code) }));
  if (holder === undefined) return unknownCode();
  const { tenant, environment } = holder;
  clocks.learn(tenant, holder);
  return { tenant, environment, tokenId: addressDigest, permissions: [] };
}

/** The refusal is the same for a code of another platform and one that never existed. */
export function unknownCode(): Refusal<'NOT_FOUND'> {
  return refuse('NOT_FOUND', 'There is no such device code. Check each letter, or ask the platform for another code.');
}
