import type {
  AccessProblem,
  IssuanceReport,
  ProviderCredentials,
  ProviderProblem,
  RegisteredToken,
  TokenMetadata,
  TokenReference,
} from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import type { StablecoinIssuer } from '../../engines/stablecoin-provider/token-operations.ts';
import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { hashOf } from '../../ground/ids/hash-of.ts';
import { nameSuffix, outcomeOfSuffix, type SandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';
import { sandboxTokenOperations } from './sandbox-token-operations.ts';

/** How long the provider reviews a token, and how long it then takes to link it. */
const reviewMs = 2 * secondMs;
const provisioningMs = 2 * secondMs;
const slowMs = 30 * secondMs;

const maintenance: ProviderProblem = { kind: 'PROVIDER_ERROR', said: 'The provider is under maintenance.' };

/** The outcome of a link, by the end of `apiClientSecret`. */
const credentialProblems: Readonly<Partial<Record<SandboxSuffix, ProviderProblem>>> = {
  '002': { kind: 'CREDENTIALS_REFUSED' },
  '003': maintenance,
};
const opensSeveral: Readonly<Partial<Record<SandboxSuffix, true>>> = { '004': true };
/** Credentials that are accepted when they are linked, but refused on every later use. */
const accessProblems: Readonly<Partial<Record<SandboxSuffix, AccessProblem>>> = {
  '005': { kind: 'CREDENTIALS_REFUSED' },
  '006': { kind: 'ACCESS_WITHDRAWN' },
};

type Ending = 'AT_ONCE' | 'STUCK' | 'REJECTED' | 'FAILED' | 'UNKNOWN' | 'SLOW' | 'ERROR';

/** The outcome of a registration, by the end of `providerTokenIdentifier`. */
const endings: Readonly<Partial<Record<SandboxSuffix, Ending>>> = {
  '001': 'STUCK',
  '002': 'REJECTED',
  '003': 'FAILED',
  '004': 'UNKNOWN',
  '005': 'SLOW',
  '007': 'AT_ONCE',
  '009': 'ERROR',
};

/** The names that the simulated provider accepts for tokens: a ticker, with an optional suffix. */
const tickerForm = /^[A-Za-z][A-Za-z0-9]{2,9}$/;
const networkForm = /^btkn1[0-9a-z]+$/;

/** A provider that has a token of every name. Its answers depend only on the names and the time. */
export function createSandboxStablecoinProvider(): StablecoinIssuer {
  return {
    ...sandboxTokenOperations,
    findAccounts: async (credentials) =>
      outcomeOfSuffix(credentialProblems, nameSuffix(credentials.apiClientSecret)) ?? {
        kind: 'ACCOUNTS',
        accountIds: accountsOf(credentials),
      },
    readToken: async (access, reference) => {
      const problem = outcomeOfSuffix(accessProblems, nameSuffix(access.apiClientSecret));
      if (problem !== undefined) return problem;
      if (outcomeOfSuffix(endings, nameSuffix(reference.providerTokenIdentifier)) === 'ERROR') return maintenance;
      const token = simulatedToken(reference);
      return token === undefined ? { kind: 'UNKNOWN_TOKEN' } : { kind: 'TOKEN', token };
    },
    pollIssuance: async (_access, token, now) => reportOf(token, now),
  };
}

function accountsOf({ apiClientId, apiClientSecret }: ProviderCredentials): string[] {
  const count = outcomeOfSuffix(opensSeveral, nameSuffix(apiClientSecret)) === true ? 2 : 1;
  return Array.from({ length: count }, (_, at) => hashOf(`issuer account ${at} ${apiClientId}`).slice(-27));
}

function simulatedToken({
  providerTokenIdentifier,
  networkTokenIdentifier,
}: TokenReference): TokenMetadata | undefined {
  const suffix = nameSuffix(providerTokenIdentifier);
  const ticker = suffix === undefined ? providerTokenIdentifier : providerTokenIdentifier.slice(0, -suffix.length);
  const isKnown = tickerForm.test(ticker) && networkForm.test(networkTokenIdentifier);
  if (!isKnown || outcomeOfSuffix(endings, suffix) === 'UNKNOWN') return undefined;
  const symbol = ticker.toUpperCase();
  return { name: `${symbol} token`, symbol, baseCurrency: 'USD', decimals: 6 };
}

function reportOf({ providerTokenIdentifier, registeredAt }: RegisteredToken, now: Instant): IssuanceReport {
  const ending = outcomeOfSuffix(endings, nameSuffix(providerTokenIdentifier));
  if (ending === 'STUCK') return { kind: 'IN_REVIEW', nextPollAt: null };
  if (ending === 'AT_ONCE') return { kind: 'PROVISIONED' };
  const reviewedAt = plusMs(registeredAt, reviewMs);
  if (now < reviewedAt) return { kind: 'IN_REVIEW', nextPollAt: reviewedAt };
  if (ending === 'REJECTED') return { kind: 'REJECTED' };
  const linkedAt = plusMs(registeredAt, ending === 'SLOW' ? slowMs : reviewMs + provisioningMs);
  if (now < linkedAt) return { kind: 'PROVISIONING', nextPollAt: linkedAt };
  return { kind: ending === 'FAILED' ? 'FAILED' : 'PROVISIONED' };
}
