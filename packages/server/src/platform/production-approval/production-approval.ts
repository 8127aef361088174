import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import type { PlatformRow } from '../platforms/find-platform.ts';

/** The evidence of a platform about its consent screen. */
export interface ConsentEvidence {
  /** The screenshot, sealed in the file store. */
  readonly screenshot: {
    readonly fileKey: string;
    readonly name: string;
    readonly sizeBytes: number;
    readonly sha256: string;
  };
  /** How the platform tracks consent: end user, time of acceptance, version of the terms. */
  readonly tracking: string;
  readonly termsVersion: string;
  readonly recordedAt: Instant;
}

export interface ProductionApproval {
  readonly tenant: number;
  readonly platformId: string;
  readonly isRegulated: boolean;
  readonly evidence: ConsentEvidence | null;
  readonly approvedAt: Instant | null;
}

const columns = ['tenant', 'platform_id', 'is_regulated', 'consent_evidence', 'launch_approved_at'] as const;
type ReviewRow = Pick<PlatformRow, (typeof columns)[number]>;

const find = statement<{ readonly platformId: string }, ReviewRow>('findLaunchReview', (db, { platformId }) =>
  db
    .selectFrom('platforms')
    .select(columns)
    .where('platform_id', '=', platformId)
    .where('environment', '=', 'PRODUCTION'),
);

/** The approval of a platform's production environment; `undefined` if it has none. */
export async function findReview(unit: Unit, platformId: string): Promise<ProductionApproval | undefined> {
  const row = await unit.first(find, { platformId });
  if (row === undefined) return undefined;
  return {
    tenant: row.tenant,
    platformId: row.platform_id,
    isRegulated: row.is_regulated === 1,
    evidence: row.consent_evidence === null ? null : readJson(row.consent_evidence),
    approvedAt: row.launch_approved_at,
  };
}

const record = table('platforms').update(['consent_evidence', 'launch_approved_at']);

/** New evidence must be approved again. */
export function recordEvidence(unit: Unit, tenant: number, evidence: ConsentEvidence): void {
  unit.write(record, { tenant, consent_evidence: writeJson<ConsentEvidence>(evidence), launch_approved_at: null });
}

const approve = statement<{ readonly tenant: number; readonly now: Instant }, never>(
  'approveLaunch',
  (db, { tenant, now }) =>
    db
      .updateTable('platforms')
      .set({ launch_approved_at: now })
      .where('tenant', '=', tenant)
      .where('consent_evidence', 'is not', null),
);

/** Returns whether there was evidence to approve. */
export async function approveLaunch(unit: Unit, tenant: number, now: Instant): Promise<boolean> {
  return (await unit.run(approve, { tenant, now })) === 1;
}
