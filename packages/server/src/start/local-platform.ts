import { findCaller } from '../access/tokens/find-caller.ts';
import { issueToken } from '../access/tokens/issue-token.ts';
import { findSealedKey, findWebhookPublicKey, openSigningKey } from '../engines/outbox/keys.ts';
import { statement } from '../ground/database/statement.ts';
import type { Deps } from '../operation/deps.ts';
import { createPlatform } from '../platform/platforms/create-platform.ts';
import { setPaperwork } from '../platform/platforms/set-paperwork.ts';
import type { LocalCredentials, LocalFiles } from './local-files.ts';
import { retryOnUniqueViolation } from './retry-on-unique-violation.ts';

const localPlatformId = 'local';

export interface LocalPlatform extends LocalCredentials {
  readonly webhookPublicKey: string;
}

const findTenant = statement<{ readonly platformId: string }, { tenant: number }>(
  'findLocalTenant',
  (db, { platformId }) =>
    db
      .selectFrom('platforms')
      .select('tenant')
      .where('platform_id', '=', platformId)
      .where('environment', '=', 'SANDBOX'),
);

/** The platform of a local sandbox: created on the first start, found on every later one. */
export async function prepareLocalPlatform(
  deps: Deps,
  files: LocalFiles,
  skipsVerificationPaperwork: boolean,
): Promise<LocalPlatform> {
  const tenant = await retryOnUniqueViolation(() => findOrCreateTenant(deps, skipsVerificationPaperwork));
  const known = files.readCredentials();
  const isUsable = known !== undefined && (await isIssued(deps, tenant, known));
  const credentials = isUsable ? known : await issue(deps, tenant);
  if (!isUsable) files.writeCredentials(credentials);
  const webhookPublicKey = await deps.database.read(async (unit) => {
    const sealed = await findSealedKey(unit, tenant);
    try {
      openSigningKey(sealed, deps.sealer);
    } catch (cause) {
      throw new WrongMasterKey({ cause });
    }
    return findWebhookPublicKey(unit, tenant);
  });
  return { ...credentials, webhookPublicKey };
}

/** The master key does not fit the data. */
export class WrongMasterKey extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The signing keys of this database were sealed with another master key. Set PAYMENTS_MASTER_KEY to that key.',
      options,
    );
  }
}

async function findOrCreateTenant(deps: Deps, skipsVerificationPaperwork: boolean): Promise<number> {
  return deps.database.transaction(async (unit) => {
    const found = await unit.first(findTenant, { platformId: localPlatformId });
    if (found !== undefined) {
      // Each start sets the current option. Customers who are already decided stay decided.
      setPaperwork(unit, found.tenant, skipsVerificationPaperwork);
      return found.tenant;
    }
    return createPlatform(
      { unit, now: deps.clock.now(), deps },
      {
        platformId: localPlatformId,
        environment: 'SANDBOX',
        isRegulated: false,
        skipsVerificationPaperwork,
        currencies: ['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'INR', 'USDC', 'USDB', 'BTC'],
      },
    );
  });
}

/** Credentials of another database or of a deleted token are replaced. */
async function isIssued(deps: Deps, tenant: number, { tokenId }: LocalCredentials): Promise<boolean> {
  const found = await deps.database.read((unit) => unit.first(findCaller, { clientId: tokenId }));
  return found?.tenant === tenant;
}

async function issue(deps: Deps, tenant: number): Promise<LocalCredentials> {
  return deps.database.transaction(async (unit) => {
    const issued = issueToken(
      { unit, tenant, now: deps.clock.now(), deps },
      { name: 'Local sandbox', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] },
    );
    return { tokenId: issued.token.client_id, tokenSecret: issued.clientSecret };
  });
}
