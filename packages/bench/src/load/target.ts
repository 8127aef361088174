import { ApiError, createClient, NoAnswerError, orThrow, type PaymentsClient } from '@payments-platform/client';
import { UnusableFile } from '@payments-platform/client/private-file';
import { type Access, findAccess, tokenOf } from '../../../cli/src/connection/access.ts';
import { UnusableCommand } from '../../../cli/src/refusals.ts';
import type { Surroundings } from '../../../cli/src/surroundings.ts';
import { UnusableFlag } from '../../../command-line/src/run-command.ts';
import type { Route } from './pay.ts';

export interface TargetFlags {
  readonly url: string | undefined;
  readonly profile: string | undefined;
  readonly data: string | undefined;
  readonly mayBeProduction: boolean;
  /** How many paying customers to create, each with its own account. */
  readonly customers: number;
  /** Existing accounts; without them customers are created, which only works in a sandbox. */
  readonly route: Route | undefined;
  readonly timeoutMs: number;
}

export interface Target {
  readonly client: PaymentsClient;
  readonly baseUrl: string;
  readonly environment: string;
  readonly routes: readonly Route[];
}

/** The maximum of one funding, and enough for every payment of a run. */
const fundedMinor = 100_000_000_000;

type Places = Pick<Surroundings, 'environment' | 'folder'>;

/** Finds credentials like the program `payments`. */
function findCredentials({ url, profile, data }: TargetFlags, places: Places) {
  try {
    const access: Access = findAccess({ baseUrl: url, profile, data }, places);
    return { ...access, ...tokenOf(access) };
  } catch (error) {
    if (error instanceof UnusableCommand || error instanceof UnusableFile) throw new UnusableFlag(error.message);
    throw error;
  }
}

/** Checks the platform that the flags name, and prepares the payers. */
export async function reachTarget(flags: TargetFlags, places: Places): Promise<Target> {
  const { mayBeProduction, timeoutMs } = flags;
  const { baseUrl, tokenId, tokenSecret, source } = findCredentials(flags, places);
  // One attempt: retries would hide the failures that a client without retries would get.
  const client = createClient({ baseUrl, tokenId, tokenSecret, retry: false, timeoutMs });
  try {
    const { environment } = await orThrow(client.GET('/config'));
    if (environment !== 'SANDBOX') {
      if (!mayBeProduction)
        throw new UnusableFlag(
          `The credentials of ${source} are for ${environment}, where a load test moves real money. Use those of a sandbox, or confirm with --production.`,
        );
      if (flags.route === undefined)
        throw new UnusableFlag('Only a sandbox can create customers who pay. Give --from and --to with --production.');
    }
    const routes = flags.route === undefined ? await makeRoutes(client, flags.customers) : [flags.route];
    return { client, baseUrl, environment, routes };
  } catch (error) {
    if (error instanceof NoAnswerError)
      throw new UnusableFlag(`No response from ${new URL(baseUrl).origin}: ${error.message}`);
    if (error instanceof ApiError && error.status === 401)
      throw new UnusableFlag(`${baseUrl} does not know the credentials of ${source}: ${error.message}`);
    if (error instanceof ApiError) throw new UnusableFlag(`The load test cannot be prepared: ${error.message}`);
    throw error;
  }
}

async function makeRoutes(client: PaymentsClient, count: number): Promise<readonly Route[]> {
  const { version: termsVersion } = await orThrow(client.GET('/customers/end-user-terms'));
  const routes: Route[] = [];
  for (let number = 1; number <= count; number += 1) routes.push(await makeRoute(client, termsVersion));
  return routes;
}

/** A customer with money in US dollars, and a payee in Mexico. */
async function makeRoute(client: PaymentsClient, termsVersion: string): Promise<Route> {
  const consent = { acceptedAt: '2025-10-13T12:00:00Z', ipAddress: '192.0.2.1', acceptanceMethod: 'CHECKBOX' } as const;
  const endUserTermsConsent = { ...consent, termsVersion };
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', endUserTermsConsent } as const;
  const { id: customerId } = await orThrow(client.POST('/customers', { body: person }));
  const query = { customerId, currency: 'USD' } as const;
  const { data } = await orThrow(client.GET('/customers/internal-accounts', { params: { query } }));
  const [account] = data;
  if (account === undefined) throw new UnusableFlag('The platform gives its customers no account in US dollars.');
  const funding = { params: { path: { accountId: account.id } }, body: { amount: fundedMinor } };
  await orThrow(client.POST('/sandbox/internal-accounts/{accountId}/fund', funding));
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } as const;
  const accountInfo = { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719', beneficiary } as const;
  const payee = { customerId, currency: 'MXN', accountInfo };
  const { id: payeeId } = await orThrow(client.POST('/customers/external-accounts', { body: payee }));
  return { accountId: account.id, payeeId };
}
