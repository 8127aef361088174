import type { OperationId } from '@payments-platform/types';
import { manifest as sca } from './access/sca/manifest.ts';
import { manifest as signedRequests } from './access/signed-requests/manifest.ts';
import { manifest as tokens } from './access/tokens/manifest.ts';
import { manifest as externalAccounts } from './accounts/external/manifest.ts';
import { manifest as internalAccounts } from './accounts/internal/manifest.ts';
import { manifest as ownership } from './accounts/ownership/manifest.ts';
import { manifest as walletCredentials } from './accounts/wallet-credentials/manifest.ts';
import { manifest as walletSessions } from './accounts/wallet-sessions/manifest.ts';
import { manifest as agentActions } from './agents/actions/manifest.ts';
import { manifest as agents } from './agents/agents/manifest.ts';
import { manifest as agentAccess } from './agents/customer-access/manifest.ts';
import { manifest as allTransactions } from './cards/all-transactions/manifest.ts';
import { manifest as cardTransactions } from './cards/card-transactions/manifest.ts';
import { manifest as delegatedKeys } from './cards/delegated-keys/manifest.ts';
import { manifest as cards } from './cards/issuing/manifest.ts';
import { manifest as statements } from './cards/statements/manifest.ts';
import type { DueWork } from './engines/due-work/due-work.ts';
import { manifest as files } from './engines/files/manifest.ts';
import { manifest as guesses } from './engines/guesses/manifest.ts';
import { manifest as ledger } from './engines/ledger/manifest.ts';
import type { FeedSource } from './engines/live-feed/feed-source.ts';
import { manifest as messages } from './engines/messages/manifest.ts';
import { manifest as outbox } from './engines/outbox/manifest.ts';
import { manifest as umaMessages } from './engines/uma/manifest.ts';
import type { Invariant } from './ground/database/invariant.ts';
import type { AnyHandler, AnyStreamHandler, ServedOperation } from './http/run-operation.ts';
import type { LifeCycle, ServerDeps } from './operation/deps.ts';
import type { HostedPurposes } from './operation/hosted-purpose.ts';
import type { Manifest } from './operation/manifest.ts';
import type { ProviderRoute } from './operation/provider-route.ts';
import type { PageRoute } from './operation/shown-page.ts';
import { manifest as deposits } from './payments/deposits/manifest.ts';
import { manifest as pricing } from './payments/pricing/manifest.ts';
import { manifest as quotes } from './payments/quotes/manifest.ts';
import { manifest as receivers } from './payments/receivers/manifest.ts';
import { manifest as transactions } from './payments/transactions/manifest.ts';
import { manifest as transfers } from './payments/transfers/manifest.ts';
import { manifest as umaRequests } from './payments/uma-requests/manifest.ts';
import { manifest as contact } from './people/contact/manifest.ts';
import type { Dependents } from './people/customers/life-cycle.ts';
import { manifest as customers } from './people/customers/manifest.ts';
import { manifest as documents } from './people/documents/manifest.ts';
import { manifest as imports } from './people/imports/manifest.ts';
import { manifest as peopleInvitations } from './people/invitations/manifest.ts';
import { manifest as owners } from './people/owners/manifest.ts';
import { manifest as verifications } from './people/verifications/manifest.ts';
import { manifest as config } from './platform/config/manifest.ts';
import { manifest as directories } from './platform/directories/manifest.ts';
import { manifest as events } from './platform/events/manifest.ts';
import { manifest as requests } from './platform/requests/manifest.ts';
import { manifest as stream } from './platform/stream/manifest.ts';
import { manifest as sandboxCardPage } from './sandbox/card-page/manifest.ts';
import { manifest as sandboxCards } from './sandbox/cards/manifest.ts';
import { manifest as sandboxClock } from './sandbox/clock/manifest.ts';
import { manifest as sandboxFixtures } from './sandbox/data-sets/manifest.ts';
import { manifest as sandboxLightning } from './sandbox/lightning/manifest.ts';
import { manifest as sandboxOnboardingPage } from './sandbox/onboarding-page/manifest.ts';
import { manifest as sandboxOperations } from './sandbox/operations/manifest.ts';
import { manifest as sandboxTriggers } from './sandbox/triggers/manifest.ts';
import { manifest as sandboxWorlds } from './sandbox/worlds/manifest.ts';
import { manifest as stablecoinOperations } from './stablecoins/operations/manifest.ts';
import { manifest as stablecoinProviderAccounts } from './stablecoins/provider-accounts/manifest.ts';
import { manifest as stablecoins } from './stablecoins/registrations/manifest.ts';

/** All modules of the server, from the bottom up. A new module has its line here. */
const modules = [
  ledger,
  outbox,
  files,
  messages,
  umaMessages,
  guesses,
  config,
  directories,
  events,
  stream,
  requests,
  contact,
  customers,
  documents,
  owners,
  verifications,
  imports,
  peopleInvitations,
  tokens,
  sca,
  signedRequests,
  walletSessions,
  internalAccounts,
  walletCredentials,
  externalAccounts,
  ownership,
  pricing,
  receivers,
  quotes,
  transactions,
  umaRequests,
  deposits,
  transfers,
  stablecoinProviderAccounts,
  stablecoins,
  stablecoinOperations,
  cards,
  delegatedKeys,
  cardTransactions,
  allTransactions,
  statements,
  agents,
  agentActions,
  agentAccess,
  sandboxCardPage,
  sandboxClock,
  sandboxOnboardingPage,
  sandboxLightning,
  sandboxOperations,
  sandboxCards,
  sandboxWorlds,
  sandboxTriggers,
  sandboxFixtures,
] as const;

type NamesUnder<Key extends keyof Manifest, Module> = Module extends { readonly [key in Key]: infer Part }
  ? keyof Part
  : never;
const servedParts = ['operations', 'externalOperations', 'streamOperations'] as const;
/** The operations with a handler in these modules. */
type Served<Modules extends readonly Manifest[]> = Extract<
  | NamesUnder<'operations', Modules[number]>
  | NamesUnder<'externalOperations', Modules[number]>
  | NamesUnder<'streamOperations', Modules[number]>,
  OperationId
>;

/** The handlers of modules by operation. Two modules must not serve the same one. */
export function operationsOf<const Modules extends readonly Manifest[]>(
  modules: Modules,
): Record<Served<Modules>, ServedOperation> {
  const found = new Map<string, ServedOperation>();
  for (const module of modules as readonly Manifest[]) {
    for (const part of servedParts) {
      for (const [id, handler] of Object.entries(module[part] ?? {})) {
        if (found.has(id)) throw new Error(`two modules serve ${id}`);
        // The router's input is valid against the specification, from which the handler's type is generated.
        found.set(id, servedOf(part, handler));
      }
    }
  }
  return Object.fromEntries(found) as Record<Served<Modules>, ServedOperation>;
}

function servedOf(part: (typeof servedParts)[number], handler: unknown): ServedOperation {
  if (part === 'streamOperations') return { kind: 'STREAM', handler: handler as AnyStreamHandler };
  return { kind: part === 'externalOperations' ? 'EXTERNAL' : 'UNIT', handler: handler as AnyHandler };
}

/** A handler for each operation of the specification. */
export type EveryOperation = Record<OperationId, ServedOperation>;

/** Does not compile if an operation has no handler. */
export const operations: EveryOperation = operationsOf(modules);

const manifests: readonly Manifest[] = modules;

/** Each module in turn, from the bottom up: a later one may rely on the work of an earlier one. */
export const lifeCycle: LifeCycle = {
  onCurrenciesGranted: async (context, customerId, currencies) => {
    for (const module of manifests) await module.lifeCycle?.onCurrenciesGranted?.(context, customerId, currencies);
  },
  onWalletOpened: async (context, wallet) => {
    for (const module of manifests) await module.lifeCycle?.onWalletOpened?.(context, wallet);
  },
  beforeContactChanged: async (context, change) => {
    for (const module of manifests) {
      const verdict = await module.lifeCycle?.beforeContactChanged?.(context, change);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  },
  applyContactChange: async (context, change) => {
    for (const module of manifests) {
      const moved = await module.lifeCycle?.applyContactChange?.(context, change);
      if (moved !== undefined) return moved;
    }
    return undefined;
  },
  beforePhoneReplaced: async (context, change) => {
    for (const module of manifests) {
      const refusal = await module.lifeCycle?.beforePhoneReplaced?.(context, change);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  },
  onFundingSourcesDetached: async (context, ids) => {
    for (const module of manifests) await module.lifeCycle?.onFundingSourcesDetached?.(context, ids);
  },
  onCustomerChanged: async (context, customerId) => {
    for (const module of manifests) await module.lifeCycle?.onCustomerChanged?.(context, customerId);
  },
  beforeCustomerDeleted: async (context, customerId) => {
    let [ids, details]: [Dependents['ids'], Dependents['details']] = [[], {}];
    for (const module of manifests) {
      const found = await module.lifeCycle?.beforeCustomerDeleted?.(context, customerId);
      if (found !== undefined) [ids, details] = [[...ids, ...found.ids], { ...details, ...found.details }];
    }
    return { ids, details };
  },
  decidePayment: async (context, transactionId, decision) => {
    for (const module of manifests) {
      const decided = await module.lifeCycle?.decidePayment?.(context, transactionId, decision);
      if (decided !== undefined) return decided;
    }
    return undefined;
  },
  holdsPayment: async (context, transactionId) => {
    for (const module of manifests) if (await module.lifeCycle?.holdsPayment?.(context, transactionId)) return true;
    return false;
  },
  beforePaymentExpires: async (context, row) => {
    for (const module of manifests) await module.lifeCycle?.beforePaymentExpires?.(context, row);
  },
};

export const dueWork: readonly DueWork<ServerDeps>[] = manifests.flatMap((module) => module.dueWork ?? []);

export const invariants: readonly Invariant[] = manifests.flatMap((module) => module.invariants ?? []);

export const feedSources: readonly FeedSource[] = manifests.flatMap((module) => module.feedSources ?? []);

/** The routes over HTTP. */
export const served = {
  operations,
  hostedPages: Object.assign({}, ...manifests.map((module) => module.hostedPages ?? {})) as HostedPurposes,
  shownPages: manifests.flatMap((module): readonly PageRoute[] => module.shownPages ?? []),
  providerRoutes: manifests.flatMap((module): readonly ProviderRoute[] => module.providerRoutes ?? []),
};
