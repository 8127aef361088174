import type { CardIssuer, CardOrder, IssuedCard, IssuingReport } from '../../engines/issuing/card-issuer.ts';
import { dayOf, type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { digitsOf, hashOf } from '../../ground/ids/hash-of.ts';
import { nameSuffix, outcomeOfSuffix, type SandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';

const slowMs = 30 * secondMs;
const validYears = 3;

type Ending = 'STUCK' | 'REJECTED' | 'SLOW';

const endings: Readonly<Partial<Record<SandboxSuffix, Ending>>> = { '001': 'STUCK', '002': 'REJECTED', '005': 'SLOW' };

/** `002` fails its balance check, `003` is closed. */
const refusedSources: Readonly<Partial<Record<SandboxSuffix, true>>> = { '002': true, '003': true };

export interface SandboxIssuerOptions {
  readonly publicUrl: () => string;
  /** The most open cards of a platform. */
  readonly cardLimit: number;
}

/** An issuer of cards that no network knows. Its answers depend only on the order and the time. */
export function createSandboxIssuer({ publicUrl, cardLimit }: SandboxIssuerOptions): CardIssuer {
  return {
    limits: { perPlatform: cardLimit, perCardholder: Number.POSITIVE_INFINITY },
    checksCardholders: false,
    // As in European programs. The sandbox has no card that can be funded there yet.
    takesPassword: (currency) => currency === 'EUR',
    acceptsSource: (accountId) => outcomeOfSuffix(refusedSources, nameSuffix(accountId)) === undefined,
    issue: async (order, now) => reportOf(order, now),
    applyState: async () => undefined,
    reveal: async ({ key }) => `${publicUrl()}/hosted/cards/${key}`,
  };
}

function reportOf(order: CardOrder, now: Instant): IssuingReport {
  const ending = outcomeOfSuffix(endings, nameSuffix(decidingId(order)));
  if (ending === 'STUCK') return { kind: 'MAKING', nextPollAt: null };
  if (ending === 'REJECTED') return { kind: 'REJECTED' };
  const madeAt = plusMs(order.orderedAt, ending === 'SLOW' ? slowMs : 0);
  return now < madeAt ? { kind: 'MAKING', nextPollAt: madeAt } : { kind: 'ISSUED', card: issuedCard(order) };
}

function decidingId({ platformCardId, cardholderId }: CardOrder): string {
  return platformCardId ?? cardholderId;
}

/** Cards whose deciding ids end alike have the same last digits, so that a test can expect them. */
function issuedCard(order: CardOrder): IssuedCard {
  const [year = 0, month = 0] = dayOf(order.orderedAt).split('-').map(Number);
  return {
    brand: 'VISA',
    last4: digitsOf(`last4 ${decidingId(order).slice(-3)}`, 4),
    expMonth: month,
    expYear: year + validYears,
    processorRef: `prc_${hashOf(`processor ${order.cardId}`).slice(0, 16)}`,
    issuerRef: `iss_${hashOf(`issuer ${order.cardId}`).slice(0, 16)}`,
  };
}
