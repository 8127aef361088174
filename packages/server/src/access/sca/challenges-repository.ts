import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ChallengeKind, ChallengeRow } from './tables.ts';

interface Subject {
  readonly tenant: number;
  readonly kind: ChallengeKind;
  readonly subjectId: string;
}

const findOpen = statement<Subject, ChallengeRow>('findOpenChallenge', (db, { tenant, kind, subjectId }) =>
  db
    .selectFrom('sca_challenges')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'OPEN'),
);

/** The open challenge of a subject. It may already have expired. */
export function findOpenRow(unit: Unit, subject: Subject): Promise<ChallengeRow | undefined> {
  return unit.first(findOpen, subject);
}

interface Closing {
  readonly tenant: number;
  readonly id: string;
  readonly from: ChallengeRow['status'];
  readonly to: ChallengeRow['status'];
  readonly now: Instant;
  readonly sealedIpAddress: string | null;
}

const close = statement<Closing, never>('closeChallenge', (db, { tenant, id, from, to, now, sealedIpAddress }) =>
  db
    .updateTable('sca_challenges')
    .set({ status: to, closed_at: now, sealed_ip_address: sealedIpAddress, code_digest: null })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', from),
);

/** Returns whether the challenge was still open. A challenge is closed once. */
export async function closeRow(unit: Unit, closing: Closing): Promise<boolean> {
  return (await unit.run(close, closing)) === 1;
}

interface NewCode {
  readonly tenant: number;
  readonly id: string;
  readonly digest: string;
  readonly codesSent: number;
  readonly now: Instant;
}

const renew = statement<NewCode, never>('renewChallengeCode', (db, { tenant, id, digest, codesSent, now }) =>
  db
    .updateTable('sca_challenges')
    .set({ code_digest: digest, codes_sent: codesSent, code_sent_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'OPEN'),
);

/** Replaces the code of a challenge. */
export function saveCode(unit: Unit, code: NewCode): void {
  unit.write(renew, code);
}
