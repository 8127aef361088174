import { sealedDatabase } from '../ground/database/sealed-database.ts';
import { statement } from '../ground/database/statement.ts';
import type { Unit } from '../ground/database/unit.ts';
import type { Deps, WorkContext } from '../operation/deps.ts';
import { lockProviderAccount } from '../stablecoins/provider-accounts/find-provider-account.ts';
import type { ProviderAccountRow } from '../stablecoins/provider-accounts/tables.ts';
import { mayMove, moveLink } from '../stablecoins/provider-accounts/usable-link.ts';
import { type Decision, decideEnablement } from '../stablecoins/registrations/enable-service-operations.ts';
import { lockStablecoin } from '../stablecoins/registrations/find-stablecoin.ts';
import { moveIssuance } from '../stablecoins/registrations/stablecoins-repository.ts';
import type { StablecoinRow } from '../stablecoins/registrations/tables.ts';
import { Refused } from './refused.ts';

interface Opened {
  readonly deps: Deps;
}

type Lines = Readonly<Record<string, unknown>>;

const listOpen = statement<Record<never, never>, StablecoinRow & { readonly platform_id: string }>(
  'listStablecoinsToDecide',
  (db) =>
    db
      .selectFrom('stablecoins as s')
      .innerJoin('platforms as p', 'p.tenant', 's.tenant')
      .selectAll('s')
      .select('p.platform_id')
      .where((of) =>
        of.or([
          of('s.service_operations_status', 'in', ['PENDING_APPROVAL', 'ENABLING']),
          of('s.issuance_status', 'in', ['PENDING_REVIEW', 'PROVISIONING']),
        ]),
      )
      .orderBy('s.created_at')
      .orderBy('s.id'),
);

/** Lists what platforms wait for: requests for enablement, and tokens that are not linked yet. */
export async function showStablecoins({ deps }: Opened): Promise<Lines> {
  const rows = await sealedDatabase(deps.database, deps.sealer).read((unit) => unit.all(listOpen, {}));
  if (rows.length === 0) return { stablecoins: 'none waiting' };
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      `${row.symbol} of ${row.platform_id}: issuance ${row.issuance_status}, service operations ${row.service_operations_status}`,
    ]),
  );
}

/** Decides about the service operations of a stablecoin of any platform. */
export function decideStablecoin(decision: Decision) {
  return ({ deps }: Opened, id: string, code?: string): Promise<Lines> =>
    onSubject(deps, 'stablecoins', id, async (context) => {
      const row = await lockStablecoin(context.unit, context.tenant, id);
      if (row === undefined) throw new Refused(`There is no stablecoin ${id}.`);
      const decided = await decideEnablement(context, row, { decision, code });
      if (decided === 'NO_SUCH_MOVE')
        throw new Refused(`Service operations of ${id} are ${row.service_operations_status}, so this cannot be done.`);
      if (decided === 'NO_CODE')
        throw new Refused(
          `${code ?? row.symbol} cannot be the code of ${id}: it has the wrong form, or it is already taken. Give another one with --currency.`,
        );
      return shownStablecoin(decided);
    });
}

/** Refuses the registration of a token that is still in review. */
export function rejectStablecoin({ deps }: Opened, id: string): Promise<Lines> {
  return onSubject(deps, 'stablecoins', id, async (context) => {
    const row = await lockStablecoin(context.unit, context.tenant, id);
    if (row === undefined) throw new Refused(`There is no stablecoin ${id}.`);
    if (row.issuance_status !== 'PENDING_REVIEW')
      throw new Refused(`The registration of ${id} is ${row.issuance_status}; only one in review can be rejected.`);
    return shownStablecoin(moveIssuance(context, row, 'REJECT'));
  });
}

function shownStablecoin(row: StablecoinRow): Lines {
  return {
    id: row.id,
    symbol: row.symbol,
    issuanceStatus: row.issuance_status,
    serviceOperationsStatus: row.service_operations_status,
    currency: row.currency,
  };
}

/** Revokes a link. Until it is linked again, no token is minted, burned or registered over it. */
export function revokeProviderAccount({ deps }: Opened, id: string): Promise<Lines> {
  return onSubject(deps, 'stablecoin_provider_accounts', id, async (context) => {
    const link = await lockProviderAccount(context.unit, context.tenant, id);
    if (link === undefined || !mayMove(link, 'REVOKE')) throw new Refused(`${id} is already REVOKED.`);
    const { status, provider_account_id: account }: ProviderAccountRow = moveLink(context, link, 'REVOKE');
    return { id, providerAccountId: account, status };
  });
}

type Named = 'stablecoins' | 'stablecoin_provider_accounts';

const tenantsOf = {
  stablecoins: statement<{ readonly id: string }, { readonly tenant: number }>('tenantOfStablecoin', (db, { id }) =>
    db.selectFrom('stablecoins').select('tenant').where('id', '=', id),
  ),
  stablecoin_provider_accounts: statement<{ readonly id: string }, { readonly tenant: number }>(
    'tenantOfProviderAccount',
    (db, { id }) => db.selectFrom('stablecoin_provider_accounts').select('tenant').where('id', '=', id),
  ),
} as const;

/** Runs in one transaction, at the time of the platform that owns the subject. */
async function onSubject(
  deps: Deps,
  table: Named,
  id: string,
  work: (context: WorkContext) => Promise<Lines>,
): Promise<Lines> {
  const database = sealedDatabase(deps.database, deps.sealer);
  const find = (unit: Unit) => unit.first(tenantsOf[table], { id });
  const found = await database.read(find);
  if (found === undefined) throw new Refused(`There is no ${id}. The command stablecoins lists what waits.`);
  const { tenant } = found;
  await deps.clocks.meet(database, tenant);
  const now = deps.clocks.of(tenant).now();
  return database.transaction((unit) => work({ unit, tenant, now, deps: { ...deps, database } }));
}
