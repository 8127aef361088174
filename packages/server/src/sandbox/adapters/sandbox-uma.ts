import type { CounterpartyFieldDefinition, UserInfoFieldName } from '@payments-platform/types';
import { isLookupProblem, isPayProblem, problem, unserved } from '../../engines/uma/problems.ts';
import type { UmaAddress } from '../../engines/uma/uma-address.ts';
import type {
  Abandonment,
  InstitutionProblem,
  PartyInformation,
  ReceivableCurrency,
  UmaNetwork,
} from '../../engines/uma/uma-network.ts';
import { nameSuffix, type SandboxSuffix, wished } from '../../ground/ids/sandbox-suffixes.ts';
import { type CurrencyCode, isCurrencyCode, minorPerMajor } from '../../ground/money/currency.ts';

/** The one provider that the sandbox reaches. */
const sandboxDomain = 'sandbox.example.com';
/** A provider that no platform may pay to. */
const blockedDomain = 'blocked.example.com';

/** Everything that can be asked about a person of the sandbox. */
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

/** Receivers that are found, by what comes before the currency in their name; rails decide how a payment to them ends. */
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

/** Senders whose payments come to nothing before the platform is asked. */
const abandonments: Readonly<Record<string, Abandonment>> = {
  'fail.lnurlp': 'LNURLP_FAILED',
  'fail.pay.request': 'PAY_REQUEST_FAILED',
  'fail.screening': 'COMPLIANCE_REJECTED',
};

/** `$success.usd`: what happens, and in which currency; US dollars where none is named. */
function meaningOf({ name }: UmaAddress): { readonly outcome: string; readonly currency: CurrencyCode } {
  const dot = name.lastIndexOf('.');
  const last = name.slice(dot + 1).toUpperCase();
  return dot > 0 && isCurrencyCode(last)
    ? { outcome: name.slice(0, dot), currency: last }
    : { outcome: name, currency: 'USD' };
}

/** `$error.on.quote.invalid.nonce`: the code that the address stands for at a step, in capitals and underscores. */
function codeAt(step: 'lookup' | 'quote', { name }: UmaAddress): string | undefined {
  const start = `error.on.${step}.`;
  return name.startsWith(start) ? name.slice(start.length).replaceAll('.', '_').toUpperCase() : undefined;
}

/** From a hundred smallest units to a hundred thousand major ones. */
function receivable(currency: CurrencyCode): ReceivableCurrency {
  return { currency, minMinor: 100n, maxMinor: 100_000n * minorPerMajor(currency) };
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

/** Providers that behave as documented (docs/sandbox.md) and need no network: the address alone decides. */
export function createSandboxUma(): UmaNetwork {
  return {
    lookUp: async ({ receiver }) => {
      if (receiver.domain === blockedDomain) return problem('COUNTERPARTY_NOT_ALLOWED');
      if (receiver.domain !== sandboxDomain) return problem('UMA_NOT_FOUND');
      const code = codeAt('lookup', receiver);
      if (code !== undefined) return isLookupProblem(code) ? problem(code) : unserved('lookup');
      const refusal = codeAt('quote', receiver);
      if (refusal !== undefined && !isPayProblem(refusal)) return unserved('quote');
      const { outcome, currency } = meaningOf(receiver);
      if (refusal === undefined && !receivers.has(outcome)) return problem('UMA_NOT_FOUND');
      const currencies = [...new Set<CurrencyCode>([currency, 'USD', 'EUR'])].map(receivable);
      return { kind: 'RECEIVER', currencies, wantedOfPayer: wantedOf(outcome) };
    },
    requestPayment: async ({ receiver, wantedOfPayee }) => {
      const code = codeAt('quote', receiver);
      if (code !== undefined && isPayProblem(code)) return problem(code);
      return { kind: 'AGREED', payee: known(['FULL_NAME', ...wantedOfPayee]) };
    },
    checkInstitution: async (identifier) => {
      const code = wished(institutionProblems, nameSuffix(identifier.split('@', 1)[0]));
      return code === undefined ? undefined : problem(code);
    },
    announce: async (sender, wantedOfPayer) => {
      const { outcome } = meaningOf(sender);
      const wantedOfPayee = wantedOf(outcome);
      return { payer: known(['FULL_NAME', ...wantedOfPayer]), wantedOfPayee, abandoned: abandonments[outcome] ?? null };
    },
    answer: async () => {},
    askAboutPayer: async (sender, fields) => (meaningOf(sender).outcome === 'fail.information' ? {} : known(fields)),
  };
}
