import type { ScaFactor } from '@payments-platform/types';
import { dayMs, type Instant, plusMs } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';

const sessionLifeMs = 180 * dayMs;

export interface NewSession {
  readonly customerId: string;
  readonly factor: ScaFactor;
  readonly endUserIpAddress: string;
}

/** Creates a session of the customer and returns when it expires. */
export function createSession({ unit, tenant, now, deps }: WorkContext, session: NewSession): Instant {
  const expiresAt = plusMs(now, sessionLifeMs);
  unit.insert('login_sessions', [
    {
      tenant,
      id: deps.ids.next('LoginSession'),
      customer_id: session.customerId,
      factor: session.factor,
      sealed_ip_address: deps.sealer.seal(session.endUserIpAddress),
      created_at: now,
      expires_at: expiresAt,
      ended_at: null,
    },
  ]);
  return expiresAt;
}

interface Moment {
  readonly tenant: number;
  readonly customerId: string;
  readonly now: Instant;
}

const find = statement<Moment, { id: string }>('findLoginSession', (db, { tenant, customerId, now }) =>
  db
    .selectFrom('login_sessions')
    .select('id')
    .where('tenant', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .limit(1),
);

export async function isLoggedIn({ unit, tenant, now }: WorkContext, customerId: string): Promise<boolean> {
  return (await unit.first(find, { tenant, customerId, now })) !== undefined;
}

const end = statement<Moment, never>('endLoginSessions', (db, { tenant, customerId, now }) =>
  db
    .updateTable('login_sessions')
    .set({ ended_at: now })
    .where('tenant', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null),
);

/** Logs the customer out everywhere. */
export function endSessions(unit: Unit, tenant: number, customerId: string, now: Instant): void {
  unit.write(end, { tenant, customerId, now });
}
