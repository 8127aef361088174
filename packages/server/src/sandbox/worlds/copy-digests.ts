import { accountKind } from '../../accounts/external/account-facts.ts';
import { fingerprintOf } from '../../accounts/external/fingerprint.ts';
import type { Stored } from '../../ground/database/schema.ts';
import { digestText } from '../../ground/database/sealed-columns.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';

interface Tenant {
  readonly tenant: number;
}

const listAccounts = statement<Tenant, Stored<'external_accounts'>>('listAccountsOfCopy', (db, { tenant }) =>
  db.selectFrom('external_accounts').selectAll().where('tenant', '=', tenant),
);
const writeAccount = table('external_accounts').update(['identifier', 'fingerprint'], 'id');

type Payer = Pick<Stored<'transactions'>, 'tenant' | 'id' | 'source_identifier'>;

const listPayers = statement<Tenant, Payer>('listPayersOfCopy', (db, { tenant }) =>
  db
    .selectFrom('transactions')
    .select(['tenant', 'id', 'source_identifier'])
    .where('tenant', '=', tenant)
    .where('source_identifier', 'is not', null),
);
const writePayer = table('transactions').update(['source_identifier'], 'id');

type Credential = Pick<Stored<'wallet_credentials'>, 'tenant' | 'id' | 'identity'>;

const listCredentials = statement<Tenant, Credential>('listCredentialsOfCopy', (db, { tenant }) =>
  db.selectFrom('wallet_credentials').select(['tenant', 'id', 'identity']).where('tenant', '=', tenant),
);
const writeCredential = table('wallet_credentials').update(['identity'], 'id');

/**
 * Recomputes the digests by which rows of the copy are found, since they depend on the tenant. Sealed text does not, so
 * rewriting a row is enough: the database computes the digests of what it seals.
 */
export async function copyDigests({
  unit,
  tenant,
  deps,
}: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>): Promise<void> {
  const digest = (text: string): string => deps.sealer.digest(digestText(tenant, text));
  for (const row of await unit.all(listAccounts, { tenant })) {
    const account = { kind: accountKind(row.account_type), info: readJson(row.account_info) };
    const fingerprint = fingerprintOf(account, row.customer_id, row.currency, digest);
    unit.write(writeAccount, { ...row, fingerprint });
  }
  for (const row of await unit.all(listPayers, { tenant })) unit.write(writePayer, row);
  for (const row of await unit.all(listCredentials, { tenant })) unit.write(writeCredential, row);
}
