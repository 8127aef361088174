import type { CounterpartyFieldDefinition, UserInfoFieldName } from '@payments-platform/types';
import { lightningMultiplier } from '../../engines/rates/lightning-multiplier.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import type { PricedCurrency } from '../../engines/uma/answers.ts';
import type { FetchFromProvider } from '../../engines/uma/fetch-from-provider.ts';
import { isLookupProblem, isPayProblem, problem, unserved } from '../../engines/uma/problems.ts';
import { createProviderNetwork } from '../../engines/uma/provider-network.ts';
import { type UmaAddress, umaAddress } from '../../engines/uma/uma-address.ts';
import type { EarlyRefusal, InstitutionProblem, PartyInformation, UmaNetwork } from '../../engines/uma/uma-network.ts';
import { nameSuffix, outcomeOfSuffix, type SandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';
import { isCurrencyCode, type ListedCurrency, minorPerMajor } from '../../ground/money/currency.ts';
import { sandboxDirectory } from './sandbox-directory.ts';
import { createSandboxRates } from './sandbox-rates.ts';
import { lookupMistakes, payMistakes } from './uma/local-mistakes.ts';
import type { LocalReceiver } from './uma/local-provider.ts';

/** The only provider that the sandbox reaches. */
const sandboxDomain = 'sandbox.example.com';
/** Providers that no platform may pay: one that is in no list, and those that the list marks as not allowed. */
const blockedDomains: ReadonlySet<string> = new Set([
  'blocked.example.com',
  ...sandboxDirectory.umaProviders.filter(({ isAllowed }) => !isAllowed).map(({ domain }) => domain),
]);

/** All data about a person of the sandbox that a provider can require. */
const person: Readonly<Record<UserInfoFieldName, string>> = {
  FULL_NAME: 'Grace Hopper',
  BIRTH_DATE: '1985-12-09',
  NATIONALITY: 'US',
  ADDRESS: '1 Compiler Way, Arlington, VA 22201, US',
  PHONE_NUMBER: '+12025550123',
  EMAIL: 'grace.hopper@example.com',
  BUSINESS_NAME: 'Hopper Compilers LLC',
  TAX_ID: '98-7654321',
};

/**
 * Receivers that exist, by the part of their name before the currency. Rails decide the outcome of payments to them.
 */
const receivers: ReadonlySet<string> = new Set([
  'success',
  'demands.identity',
  'pending.long',
  'hold.review',
  'hold.rejected',
  'timeout',
  'fail.compliance',
  'fail.execution',
  'fail.limit',
  'fail.account',
  'fail.invalid',
  'fail.refund',
]);

/** Institutions of external accounts that cannot be reached, by the last three digits of the account. */
const institutionProblems: Readonly<Partial<Record<SandboxSuffix, InstitutionProblem>>> = {
  '020': 'LOOKUP_REQUEST_FAILED',
  '021': 'LNURLP_REQUEST_FAILED',
  '022': 'UNSUPPORTED_UMA_VERSION',
};

/** Senders whose payments fail before the platform is asked to approve. */
const abandonments: ReadonlyMap<string, EarlyRefusal> = new Map([
  ['fail.lnurlp', 'LNURLP_FAILED'],
  ['fail.pay.request', 'PAY_REQUEST_FAILED'],
  ['fail.screening', 'COMPLIANCE_REJECTED'],
]);

/** `$success.usd`: the outcome and the currency; US dollars without one. */
function meaningOf({ name }: UmaAddress): { readonly outcome: string; readonly currency: ListedCurrency } {
  const dot = name.lastIndexOf('.');
  const last = name.slice(dot + 1).toUpperCase();
  return dot > 0 && isCurrencyCode(last)
    ? { outcome: name.slice(0, dot), currency: last }
    : { outcome: name, currency: 'USD' };
}

/** `$error.on.quote.invalid.nonce`: the error code of the address at a step, in capitals and underscores. */
function codeAt(step: 'lookup' | 'quote', { name }: UmaAddress): string | undefined {
  const start = `error.on.${step}.`;
  return name.startsWith(start) ? name.slice(start.length).replaceAll('.', '_').toUpperCase() : undefined;
}

type Market = Pick<RateSource, 'lastRateFor'>;
const sandboxMarket: Market = createSandboxRates();

/**
 * From a hundred smallest units to a hundred thousand major ones. Without a market price, the sandbox's price is used.
 */
function receivable(currency: ListedCurrency, market: Market): PricedCurrency[] {
  const rate = market.lastRateFor('BTC', currency) ?? sandboxMarket.lastRateFor('BTC', currency);
  if (rate === undefined) return [];
  const multiplier = lightningMultiplier(rate, currency);
  return [{ currency, minMinor: 100n, maxMinor: 100_000n * minorPerMajor(currency), multiplier }];
}

function mandatory(...names: readonly UserInfoFieldName[]): CounterpartyFieldDefinition[] {
  return names.map((name) => ({ name, mandatory: true }));
}

function wantedOf(outcome: string): CounterpartyFieldDefinition[] {
  return outcome === 'demands.identity'
    ? mandatory('FULL_NAME', 'BIRTH_DATE', 'NATIONALITY', 'ADDRESS')
    : [...mandatory('FULL_NAME'), { name: 'BIRTH_DATE', mandatory: false }];
}

function known(fields: readonly string[]): PartyInformation {
  return Object.fromEntries(Object.entries(person).filter(([name]) => fields.includes(name)));
}

/** The receivers at the sandbox's own provider, and its mistakes with them. */
export function localReceiver(address: UmaAddress, market = sandboxMarket): LocalReceiver | undefined {
  const { outcome, currency } = meaningOf(address);
  const [atLookup, atPay] = [codeAt('lookup', address), codeAt('quote', address)];
  if (atLookup === undefined && atPay === undefined && !receivers.has(outcome)) return undefined;
  return {
    currencies: [...new Set<ListedCurrency>([currency, 'USD', 'EUR'])].flatMap((one) => receivable(one, market)),
    requestedPayerFields: wantedOf(outcome),
    information: person,
    atLookup: isMistakenLookup(atLookup) ? lookupMistakes[atLookup] : undefined,
    atPay: atPay !== undefined && isPayProblem(atPay) ? payMistakes[atPay] : undefined,
  };
}

function isMistakenLookup(code: string | undefined): code is keyof typeof lookupMistakes {
  return code !== undefined && Object.hasOwn(lookupMistakes, code);
}

/** Addresses for which no provider is called. */
function unasked(receiver: UmaAddress): ReturnType<typeof unserved> | undefined {
  const [atLookup, atPay] = [codeAt('lookup', receiver), codeAt('quote', receiver)];
  if (atLookup !== undefined && !isLookupProblem(atLookup)) return unserved('lookup');
  return atPay !== undefined && !isPayProblem(atPay) ? unserved('quote') : undefined;
}

const local = () => import('./uma/local-provider.ts');

/** The configured other sandboxes on this machine. */
export interface SandboxPeers {
  readonly has: (domain: string) => boolean;
  readonly ask: FetchFromProvider;
}

export const noPeers: SandboxPeers = {
  has: () => false,
  ask: async () => ({ status: null, error: 'nobody is there' }),
};

/**
 * UMA in the sandbox: the adapter of production. It reaches the configured other sandboxes, and a provider in this
 * process that behaves as documented (docs/sandbox.md) and has the same market. No request leaves the machine.
 */
export function createSandboxUma(peers: SandboxPeers = noPeers, market = sandboxMarket): UmaNetwork {
  const network = createProviderNetwork({
    isAllowed: (domain) => !blockedDomains.has(domain),
    // The simulated people pay by POST /sandbox/uma/receive, and sign nothing.
    isRead: (domain) => peers.has(domain),
    ask: async (request, context) => {
      // A peer may publish its callback under another name than its own.
      if (peers.has(umaAddress(request.regarding).domain)) return peers.ask(request, context);
      return (await local()).askLocalProvider(request, context, (address) => localReceiver(address, market));
    },
  });
  return {
    ...network,
    lookUp: async (request, context) => {
      const { receiver } = request;
      const isLocal = receiver.domain === sandboxDomain;
      if (isLocal) {
        if (codeAt('lookup', receiver) === 'COUNTERPARTY_NOT_ALLOWED') return problem('COUNTERPARTY_NOT_ALLOWED');
        const instead = unasked(receiver);
        if (instead !== undefined) return instead;
      }
      const isReached = isLocal || blockedDomains.has(receiver.domain) || peers.has(receiver.domain);
      return isReached ? network.lookUp(request, context) : problem('UMA_NOT_FOUND');
    },
    checkInstitution: async (identifier) => {
      const code = outcomeOfSuffix(institutionProblems, nameSuffix(identifier.split('@', 1)[0]));
      return code === undefined ? undefined : problem(code);
    },
    announce: async (sender, requestedPayerFields) => {
      const { outcome } = meaningOf(sender);
      const requestedPayeeFields = wantedOf(outcome);
      return {
        payer: known(['FULL_NAME', ...requestedPayerFields]),
        requestedPayeeFields,
        abandoned: abandonments.get(outcome) ?? null,
      };
    },
    askAboutPayer: async (sender, fields) => {
      if (peers.has(sender.domain) || meaningOf(sender).outcome === 'fail.information') return {};
      return known(fields);
    },
  };
}
