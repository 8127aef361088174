import { randomUUID } from 'node:crypto';
import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type {
  ExternalAccountId,
  InternalAccountId,
  StablecoinBurnRequest,
  StablecoinId,
  StablecoinMintRequest,
  StablecoinOperationId,
} from '@payments-platform/types';
import { hasState, type Platform } from '../targets/target.ts';
import { registerPayee } from './payee.ts';

const issuanceMs = 4_000;
const enablementMs = 10_000;
const sparkStart = 'spark1pgssyuvme97jsj3r0lnq25z8tyz2z3n39z5d3u8vvyxlujskmy5ay23fy7m';

/** A stablecoin that can be minted and burned, with a wallet for tokens and a bank account for money. */
export interface Issue {
  readonly stablecoinId: StablecoinId;
  readonly walletId: ExternalAccountId;
  readonly bankId: ExternalAccountId;
}

/** Every mint and burn needs its own key. */
function header(key: string = randomUUID()): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key };
}

export async function linkIssuer(client: PaymentsClient, apiClientSecret = 'sandbox-provider-secret'): Promise<void> {
  const body = { provider: 'STABLECOIN_ISSUER', apiClientId: 'client_7k3m9q2x', apiClientSecret } as const;
  await orThrow(client.POST('/stablecoin-provider-accounts', { params: { header: header() }, body }));
}

/** Registers a token through the only link and waits until the provider has linked it. */
export async function registerToken(platform: Platform, identifier = 'EXD'): Promise<StablecoinId> {
  const body = {
    providerTokenIdentifier: identifier,
    networkTokenIdentifier: `btkn1${identifier.toLowerCase()}q7k3m9q2xsandbox`,
    network: 'SPARK',
  } as const;
  const { id } = await orThrow(platform.client.POST('/stablecoins', { params: { header: header() }, body }));
  if (hasState(platform)) await platform.advance(issuanceMs);
  return id;
}

export async function enable(platform: Platform, stablecoinId: StablecoinId): Promise<void> {
  const path = '/stablecoins/{stablecoinId}/service-operations/enablement-request';
  await orThrow(platform.client.POST(path, { params: { path: { stablecoinId } } }));
  if (hasState(platform)) await platform.advance(enablementMs);
}

export async function registerSparkWallet(client: PaymentsClient, suffix = '6q6'): Promise<ExternalAccountId> {
  const accountInfo = { accountType: 'SPARK_WALLET', address: `${sparkStart}${suffix}` } as const;
  return (await orThrow(client.POST('/customers/external-accounts', { body: { currency: 'BTC', accountInfo } }))).id;
}

export function registerBank(client: PaymentsClient, suffix = '111'): Promise<ExternalAccountId> {
  return registerPayee(client, { currency: 'USD', suffix });
}

export async function openIssue(platform: Platform, secret?: string): Promise<Issue> {
  const { client } = platform;
  await linkIssuer(client, secret);
  const stablecoinId = await registerToken(platform);
  return { stablecoinId, walletId: await registerSparkWallet(client), bankId: await registerBank(client) };
}

/** The platform's own funded account in US dollars. */
export async function openTreasury(client: PaymentsClient, amount: number): Promise<InternalAccountId> {
  const { data } = await orThrow(client.GET('/platform/internal-accounts', { params: { query: { currency: 'USD' } } }));
  const id = data[0]?.id;
  if (id === undefined) throw new Error('the platform has no account in USD');
  const path = '/sandbox/internal-accounts/{accountId}/fund';
  await orThrow(client.POST(path, { params: { path: { accountId: id } }, body: { amount } }));
  return id;
}

export function mint(
  client: PaymentsClient,
  { stablecoinId, walletId }: Issue,
  change: Partial<StablecoinMintRequest> = {},
  key?: string,
) {
  const body: StablecoinMintRequest = {
    amount: '100000000',
    fundingSource: { type: 'WIRE' },
    destination: { accountId: walletId },
    ...change,
  };
  const params = { path: { stablecoinId }, header: header(key) };
  return client.POST('/stablecoins/{stablecoinId}/mints', { params, body });
}

export function burn(
  client: PaymentsClient,
  { stablecoinId, bankId }: Issue,
  change: Partial<StablecoinBurnRequest> = {},
) {
  const body: StablecoinBurnRequest = {
    amount: '100000000',
    source: { type: 'EXTERNAL_ACCOUNT' },
    destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: bankId, rail: 'RTP_CREDIT' },
    ...change,
  };
  const params = { path: { stablecoinId }, header: header() };
  return client.POST('/stablecoins/{stablecoinId}/burns', { params, body });
}

export function arrive(client: PaymentsClient, stablecoinOperationId: StablecoinOperationId, amount?: string) {
  const body = amount === undefined ? {} : { amount };
  const path = '/sandbox/stablecoin-operations/{stablecoinOperationId}/fund';
  return client.POST(path, { params: { path: { stablecoinOperationId } }, body });
}

export function readOperation(client: PaymentsClient, stablecoinOperationId: StablecoinOperationId) {
  return orThrow(
    client.GET('/stablecoin-operations/{stablecoinOperationId}', { params: { path: { stablecoinOperationId } } }),
  );
}
