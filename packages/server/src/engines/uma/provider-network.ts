import type { ExchangeDeps } from './exchange-lookup.ts';
import type { FetchFromProvider } from './fetch-from-provider.ts';
import { problem } from './problems.ts';
import { isHost, type UmaAddress } from './uma-address.ts';
import type { UmaNetwork } from './uma-network.ts';

export interface ProviderNetworkOptions {
  readonly ask: FetchFromProvider;
  /** Whether payments to the provider are allowed. */
  readonly isAllowed: (domain: string) => boolean;
  /** Whether messages from the provider are read. The default is `isAllowed`. */
  readonly isRead?: (domain: string) => boolean;
}

/** The UMA library is loaded with the first message: most processes start without it. */
const library = async () => ({
  ...(await import('./counterparty-keys.ts')),
  ...(await import('./exchange-lookup.ts')),
  ...(await import('./exchange-pay.ts')),
  ...(await import('./incoming.ts')),
  ...(await import('./post-transaction.ts')),
});

/** Reaches other UMA providers with the reference SDK. It signs and sends each message and checks the response. */
export function createProviderNetwork({ ask, isAllowed, isRead = isAllowed }: ProviderNetworkOptions): UmaNetwork {
  let means: ExchangeDeps | undefined;
  const loadExchanges = async () => {
    const exchanges = await library();
    means ??= { ask, counterparties: new exchanges.CounterpartyKeys(ask) };
    return { ...exchanges, means };
  };
  const refused = ({ domain }: UmaAddress) => {
    if (!isHost(domain)) return problem('UMA_NOT_FOUND');
    return isAllowed(domain) ? undefined : problem('COUNTERPARTY_NOT_ALLOWED');
  };

  return {
    lookUp: async (request, context) => {
      const stopped = refused(request.receiver);
      if (stopped !== undefined) return stopped;
      const { exchangeLookup, means } = await loadExchanges();
      const found = await exchangeLookup(means, request, context);
      if ('kind' in found) return found;
      return { kind: 'RECEIVER', currencies: found.currencies, requestedPayerFields: found.requested.fields };
    },
    requestPayment: async (request, context) => {
      if (refused(request.receiver) !== undefined) return problem('INVALID_RECEIVER');
      const { exchangePay, means } = await loadExchanges();
      return exchangePay(means, request, context);
    },
    // The rail of a bank account reports an unreachable bank itself.
    checkInstitution: async () => undefined,
    announce: async () => {
      throw new Error('other providers announce their payments themselves, by pay requests');
    },
    // Over Lightning, settling the invoice is the approval and cancelling it is the refusal.
    answer: async () => undefined,
    reportSettlement: async (report, context) => {
      const { sendUtxos, means } = await loadExchanges();
      await sendUtxos(means, report, context);
    },
    incoming: async () => {
      const { readIncoming, means } = await loadExchanges();
      return readIncoming(means, isRead);
    },
    // The protocol has no message after the pay request, which already contains everything that was demanded.
    askAboutPayer: async () => ({}),
  };
}
