import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import {
  type IssuanceReport,
  isAccessProblem,
  isProviderProblem,
  type ProviderProblem,
} from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { ServerDeps, WorkContext } from '../../operation/deps.ts';
import { accessOf } from '../provider-accounts/find-provider-account.ts';
import type { ProviderAccountRow } from '../provider-accounts/tables.ts';
import { deactivateLink } from '../provider-accounts/usable-link.ts';
import { findStablecoin, linkOf, lockStablecoin } from './find-stablecoin.ts';
import { moveIssuance } from './stablecoins-repository.ts';
import type { StablecoinRow } from './tables.ts';

const issuanceTimers = 'stablecoin_issuance';

/**
 * How long to wait before the next poll if the provider cannot answer or refuses the credentials. The platform may link
 * new credentials meanwhile.
 */
const retryMs = 5 * minuteMs;

/** Starts to poll the provider about the linking of a token. */
export function followIssuance({ unit, tenant, now }: Pick<WorkContext, 'unit' | 'tenant' | 'now'>, id: string): void {
  setTimer(unit, { tenant, kind: issuanceTimers, id }, now);
}

/** Polls providers for tokens that are being linked. */
export const dueIssuances = dueTimers<StablecoinRow, ServerDeps>({
  kind: issuanceTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findStablecoin,
  work: pollIssuance,
});

async function pollIssuance(server: ServerDeps, stablecoin: StablecoinRow): Promise<void> {
  const { tenant, id } = stablecoin;
  const deps = await server.forTenant(tenant);
  const { database, clock, stablecoinProvider } = deps;
  const link = await database.read((unit) => linkOf(unit, stablecoin));
  const report = await stablecoinProvider.pollIssuance(accessOf(link), tokenOf(stablecoin), clock.now());
  await database.transaction((unit) => record({ unit, tenant, now: clock.now(), deps }, { id, link, report }));
}

function tokenOf(row: StablecoinRow) {
  return {
    stablecoinId: row.id,
    registeredAt: row.created_at,
    providerTokenIdentifier: row.provider_token_identifier,
    networkTokenIdentifier: row.network_token_identifier,
    network: row.network,
  };
}

interface PolledIssuance {
  readonly id: string;
  readonly link: ProviderAccountRow;
  readonly report: IssuanceReport | ProviderProblem;
}

async function record(context: WorkContext, { id, link, report }: PolledIssuance): Promise<void> {
  const { unit, tenant, now } = context;
  const timer = { tenant, kind: issuanceTimers, id };
  if (isAccessProblem(report)) await deactivateLink(context, link, report);
  if (isProviderProblem(report)) return setTimer(unit, timer, plusMs(now, retryMs));
  const row = await lockStablecoin(unit, tenant, id);
  if (row === undefined) throw new Error(`${id} was removed while it was being linked`);
  // A token that was rejected meanwhile is not polled any more.
  const nextPollAt = isOpen(row) && 'nextPollAt' in report ? report.nextPollAt : null;
  if (nextPollAt === null) clearTimer(unit, timer);
  else setTimer(unit, timer, nextPollAt);
  applyReport(context, row, report.kind);
}

function isOpen({ issuance_status: status }: StablecoinRow): boolean {
  return status === 'PENDING_REVIEW' || status === 'PROVISIONING';
}

/** A report may be several steps ahead of the stored status. A report that is behind it changes nothing. */
function applyReport(context: WorkContext, row: StablecoinRow, kind: IssuanceReport['kind']): void {
  const { issuance_status: status } = row;
  if (kind === 'IN_REVIEW' || !isOpen(row)) return;
  if (kind === 'REJECTED' && status === 'PENDING_REVIEW') {
    moveIssuance(context, row, 'REJECT');
    return;
  }
  const approved = status === 'PENDING_REVIEW' ? moveIssuance(context, row, 'APPROVE') : row;
  if (kind === 'PROVISIONED') moveIssuance(context, approved, 'PROVISION');
  if (kind === 'FAILED' || kind === 'REJECTED') moveIssuance(context, approved, 'FAIL');
}
