import { Buffer } from 'node:buffer';
import type { Selectable } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { EnvironmentRules } from '../../operation/ports/environment-rules.ts';
import { matchingStep } from './totp.ts';

type AppRow = Selectable<Schema['authenticator_apps']>;

interface Key {
  readonly tenant: number;
  readonly customerId: string;
}

const apps = table('authenticator_apps');
const find = apps.find('customer_id');

export function findApp(unit: Unit, tenant: number, customerId: string): Promise<AppRow | undefined> {
  return unit.first(find, { tenant, customer_id: customerId });
}

/** Enrolls an app and replaces the previous one. The code that proved the app cannot be used again. */
export function saveApp(unit: Unit, row: AppRow): void {
  unit.upsert('authenticator_apps', ['tenant', 'customer_id'], row);
}

const remove = apps.delete('customer_id');

export function removeApp(unit: Unit, tenant: number, customerId: string): void {
  unit.write(remove, { tenant, customer_id: customerId });
}

const useStep = statement<Key & { readonly step: number }, never>('useTimeStep', (db, { tenant, customerId, step }) =>
  db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('tenant', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('last_step', '<', step),
);

export interface CodeCheck {
  readonly secret: Uint8Array;
  readonly code: string;
  readonly rules: EnvironmentRules;
  readonly now: Instant;
  /** The newest time step whose code was used. */
  readonly usedStep: number;
}

/** Returns the time step of the code, `usedStep` for a standing code, or `undefined` for a wrong or used code. */
export function provenStep({ secret, code, rules, now, usedStep }: CodeCheck): number | undefined {
  if (rules.isStandingCode(code)) return usedStep;
  return matchingStep(secret, code, { now, usedStep });
}

/** Uses a code of the customer's app once: of several calls with the same code, one returns `true`. */
export async function useAppCode(
  { unit, tenant, now, deps }: WorkContext,
  { customerId, code }: { readonly customerId: string } & Pick<CodeCheck, 'code'>,
): Promise<boolean> {
  const app = await unit.first(find, { tenant, customer_id: customerId });
  if (app === undefined) return false;
  const secret = Buffer.from(deps.sealer.unseal(app.sealed_secret), 'hex');
  const step = provenStep({ secret, code, rules: deps.rules, now, usedStep: app.last_step });
  if (step === undefined || step === app.last_step) return step !== undefined;
  return (await unit.run(useStep, { tenant, customerId, step })) === 1;
}
