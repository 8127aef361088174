import { Buffer } from 'node:buffer';
import type {
  ExternalAccountId,
  StablecoinId,
  StablecoinOperationId,
  StablecoinProviderAccountId,
} from '@payments-platform/types';
import { beneficiary } from './accounts.ts';
import { type Maker, StepRefused } from './maker.ts';
import { sparkAddress } from './spark-address.ts';

/** A link to a new account at the provider. The ending of the secret decides the outcome. */
export async function linkedProvider(maker: Maker, ending = ''): Promise<StablecoinProviderAccountId> {
  const body = {
    provider: 'STABLECOIN_ISSUER',
    apiClientId: `client_${maker.digits(12)}_`,
    apiClientSecret: `sandbox-provider-secret${ending}`,
  } as const;
  return (await maker.ask('linkStablecoinProviderAccount', { body, key: keyOf(maker) })).id;
}

/** A link that the provider has closed. It closes it at the first use, which it refuses. */
export async function shutProvider(maker: Maker, ending: '005' | '006'): Promise<StablecoinProviderAccountId> {
  const link = await linkedProvider(maker, ending);
  try {
    await registeredToken(maker, link);
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
  }
  return link;
}

/** A token that no other registration has. The ending of its name decides the outcome. */
export async function registeredToken(
  maker: Maker,
  link: StablecoinProviderAccountId,
  ending = '',
): Promise<StablecoinId> {
  const body = {
    providerTokenIdentifier: `T${maker.digits(6)}X${ending}`,
    networkTokenIdentifier: `btkn1${maker.digits(20)}`,
    network: 'SPARK',
    stablecoinProviderAccountId: link,
  } as const;
  return (await maker.ask('registerStablecoin', { body, key: keyOf(maker) })).id;
}

/** A token with a request for enablement. */
export async function requestedToken(
  maker: Maker,
  link: StablecoinProviderAccountId,
  ending: string,
): Promise<StablecoinId> {
  const stablecoinId = await registeredToken(maker, link, ending);
  await maker.ask('requestStablecoinEnablement', { path: { stablecoinId } });
  return stablecoinId;
}

/** A wallet of the platform on Spark. The ending of its address decides the outcome of mints to it. */
export async function ownWallet(maker: Maker, ending = '6q6'): Promise<ExternalAccountId> {
  const address = sparkAddress(Buffer.from(`02${maker.digits(64)}`, 'hex'), ending);
  const accountInfo = { accountType: 'SPARK_WALLET', address, beneficiary } as const;
  return (await maker.ask('createPlatformExternalAccount', { body: { currency: 'BTC', accountInfo } })).id;
}

/** A bank account of the platform in US dollars. The ending of its number decides the outcome of payouts to it. */
export async function ownBank(maker: Maker, ending = '111'): Promise<ExternalAccountId> {
  const accountNumber = `${maker.digits(8)}${ending}`;
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber, routingNumber: '021000021', beneficiary } as const;
  return (await maker.ask('createPlatformExternalAccount', { body: { currency: 'USD', accountInfo } })).id;
}

/** A hundred tokens of six decimals. */
const amount = '100000000';

interface Minted {
  readonly wallet: ExternalAccountId;
  /** The bank account to debit. Without it, the operation waits for a wire. */
  readonly debited?: ExternalAccountId;
}

export async function mint(
  maker: Maker,
  stablecoinId: StablecoinId,
  { wallet, debited }: Minted,
): Promise<StablecoinOperationId> {
  const fundingSource =
    debited === undefined ? ({ type: 'WIRE' } as const) : ({ type: 'ACH_DEBIT', externalAccountId: debited } as const);
  const body = { amount, fundingSource, destination: { accountId: wallet } };
  return (await maker.ask('createStablecoinMint', { path: { stablecoinId }, body, key: keyOf(maker) })).id;
}

export async function burn(
  maker: Maker,
  stablecoinId: StablecoinId,
  bank: ExternalAccountId,
): Promise<StablecoinOperationId> {
  const destination = { type: 'EXTERNAL_ACCOUNT', externalAccountId: bank, rail: 'RTP_CREDIT' } as const;
  const body = { amount, source: { type: 'EXTERNAL_ACCOUNT' }, destination } as const;
  return (await maker.ask('createStablecoinBurn', { path: { stablecoinId }, body, key: keyOf(maker) })).id;
}

/** Makes the wire or the tokens that an operation waits for arrive. */
export async function funded(maker: Maker, operation: Promise<StablecoinOperationId>): Promise<StablecoinOperationId> {
  const stablecoinOperationId = await operation;
  await maker.ask('sandboxFundStablecoinOperation', { path: { stablecoinOperationId }, body: {} });
  return stablecoinOperationId;
}

function keyOf(maker: Maker): string {
  return maker.digits(20);
}
