import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import type { CardOrder, IssuingReport } from '../../engines/issuing/card-issuer.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { uuidOf } from '../../ground/ids/ids.ts';
import type { Deps, ServerDeps, WorkContext } from '../../operation/deps.ts';
import { cardTimers, deletePassword, findSealedPassword } from './cards-repository.ts';
import { changeCard, notifyIssuer } from './change-card.ts';
import { findCard, lockCard } from './find-card.ts';
import type { CardRow } from './tables.ts';

/** Polls issuers about cards that they are creating, and notifies them of the state of finished cards. */
export const dueCards = dueTimers<CardRow, ServerDeps>({
  kind: cardTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findCard,
  work: async (server, card) => {
    const deps = await server.forTenant(card.tenant);
    await (isBeingMade(card) ? issue(deps, card) : applyState(deps, card));
  },
});

function isBeingMade({ state }: CardRow): boolean {
  return state === 'PROCESSING' || state === 'PENDING_KYC';
}

async function issue(deps: Deps, card: CardRow): Promise<void> {
  const { database, clock, issuer } = deps;
  const { tenant } = card;
  const report = await issuer.issue(await orderOf(deps, card), clock.now());
  await database.transaction(async (unit) => {
    // The issuer has answered, so it has received the password.
    deletePassword(unit, tenant, card.id);
    await record({ unit, tenant, now: clock.now(), deps }, card.id, report);
  });
}

async function orderOf({ database, sealer }: Deps, card: CardRow): Promise<CardOrder> {
  const sealed = await database.read((unit) => findSealedPassword(unit, card.tenant, card.id));
  return {
    cardId: card.id,
    cardholderId: card.cardholder_id,
    platformCardId: card.platform_card_id === uuidOf(card.id) ? undefined : card.platform_card_id,
    form: card.form,
    currency: card.currency,
    orderedAt: card.created_at,
    threeDSecurePassword: sealed === undefined ? undefined : sealer.unseal(sealed),
  };
}

async function record(context: WorkContext, id: string, report: IssuingReport): Promise<void> {
  const { unit, tenant } = context;
  const card = await lockCard(unit, tenant, id);
  if (card === undefined) throw new Error(`${id} was removed while the issuer created it`);
  // The card was closed during the poll, and the issuer must be notified.
  if (!isBeingMade(card)) return notifyIssuer(context, id);
  const timer = { tenant, kind: cardTimers, id };
  const nextPollAt = 'nextPollAt' in report ? report.nextPollAt : null;
  if (nextPollAt === null) clearTimer(unit, timer);
  else setTimer(unit, timer, nextPollAt);
  if (report.kind === 'CHECKING_CARDHOLDER') return;
  if (report.kind === 'REJECTED') {
    await changeCard(context, card, { trigger: 'REJECT', fields: { state_reason: 'ISSUER_REJECTED' } });
    return;
  }
  const accepted = card.state === 'PENDING_KYC' ? (await changeCard(context, card, { trigger: 'VERIFY' })).row : card;
  if (report.kind === 'MAKING') return;
  const { brand, last4, expMonth, expYear, processorRef, issuerRef } = report.card;
  await changeCard(context, accepted, {
    trigger: 'ACTIVATE',
    fields: {
      ...{ brand, last4, exp_month: expMonth, exp_year: expYear },
      ...{ processor_ref: processorRef, issuer_ref: issuerRef },
    },
  });
}

async function applyState({ database, clock, issuer }: Deps, { tenant, id, state }: CardRow): Promise<void> {
  if (state === 'PROCESSING' || state === 'PENDING_KYC') throw new Error(`${id} has no state for the issuer yet`);
  await issuer.applyState(id, state);
  await database.transaction(async (unit) => {
    const card = await lockCard(unit, tenant, id);
    if (card?.state === state) clearTimer(unit, { tenant, kind: cardTimers, id });
    else setTimer(unit, { tenant, kind: cardTimers, id }, clock.now());
  });
}
