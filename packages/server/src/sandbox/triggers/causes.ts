import type { EventType } from '@payments-platform/types';
import { accountIn, holder, payer } from '../recipes/accounts.ts';
import { agentPays, connectedAgent } from '../recipes/agents.ts';
import { authorize, type Cardholder, cardholder, clear, confirmSource, freeze } from '../recipes/cards.ts';
import { importBroken, importPerson } from '../recipes/imports.ts';
import { claimedInvitation } from '../recipes/invitations.ts';
import type { Maker } from '../recipes/maker.ts';
import { deposit, payOut, receive, unauthorized, waitingQuote } from '../recipes/payments.ts';
import {
  completeBusiness,
  decideBusiness,
  decidePerson,
  incompleteBusiness,
  newPerson,
  rejectedBusiness,
} from '../recipes/people.ts';
import { provedWallet } from '../recipes/wallets.ts';

/** Causes an event, or starts what makes it due. Returns the resource of the event, if the interface shows its id. */
export type Cause = (maker: Maker) => Promise<string | undefined>;

/** Spends 12.50 on a new card. */
async function purchase(maker: Maker, then?: (card: Cardholder, id: Purchase) => Promise<void>, ending?: string) {
  const card = await cardholder(maker);
  const id = await authorize(maker, card.cardId, ending);
  await then?.(card, id);
  return id;
}

type Purchase = Awaited<ReturnType<typeof authorize>>;

async function onCard(maker: Maker, change: (card: Cardholder) => Promise<void>): Promise<string> {
  const card = await cardholder(maker);
  await change(card);
  return card.cardId;
}

const submitted =
  (what: 'customerId' | 'verificationId', ending?: string): Cause =>
  async (maker) =>
    (await decideBusiness(maker, ending))[what];

const quoted: Cause = async (maker) => (await waitingQuote(maker)).transactionId;

/** The real cause of each event. An event type without one does not compile. */
export const causes: Readonly<Record<EventType, Cause>> = {
  'AGENT_ACTION.PENDING_APPROVAL': async (maker) => agentPays(await connectedAgent(maker), 300_00),
  'BULK_UPLOAD.COMPLETED': importPerson,
  'BULK_UPLOAD.FAILED': importBroken,
  'CARD.FUNDING_SOURCE_CHANGE': (maker) =>
    onCard(maker, ({ cardId, accountId }) => confirmSource(maker, cardId, [accountId])),
  'CARD.STATE_CHANGE': (maker) => onCard(maker, ({ cardId }) => freeze(maker, cardId)),
  'CARD_TRANSACTION.AUTHORIZED': (maker) => purchase(maker),
  'CARD_TRANSACTION.DECLINED': (maker) => purchase(maker, undefined, '002'),
  'CARD_TRANSACTION.EXCEPTION': (maker) => purchase(maker, ({ cardId }, id) => clear(maker, cardId, id), '006'),
  'CARD_TRANSACTION.PARTIALLY_SETTLED': (maker) => purchase(maker, ({ cardId }, id) => clear(maker, cardId, id, 5_00)),
  'CARD_TRANSACTION.SETTLED': (maker) => purchase(maker, ({ cardId }, id) => clear(maker, cardId, id)),
  'CUSTOMER.KYB_APPROVED': submitted('customerId'),
  'CUSTOMER.KYB_PENDING': submitted('customerId', '001'),
  'CUSTOMER.KYB_REJECTED': async (maker) => (await rejectedBusiness(maker)).customerId,
  'CUSTOMER.KYC_APPROVED': (maker) => decidePerson(maker, ''),
  'CUSTOMER.KYC_PENDING': (maker) => decidePerson(maker, '001'),
  'CUSTOMER.KYC_REJECTED': (maker) => decidePerson(maker, '002'),
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': provedWallet,
  'INCOMING_PAYMENT.COMPLETED': (maker) => deposit(maker, '111'),
  'INCOMING_PAYMENT.FAILED': (maker) => deposit(maker, '002'),
  'INCOMING_PAYMENT.PENDING': (maker) => deposit(maker, '111'),
  'INCOMING_PAYMENT.PROCESSING': (maker) => deposit(maker, '111'),
  'INCOMING_PAYMENT.REFUND_COMPLETED': (maker) => receive(maker, '$fail.execution'),
  'INCOMING_PAYMENT.REFUND_FAILED': (maker) => receive(maker, '$fail.refund'),
  'INCOMING_PAYMENT.REFUND_PENDING': (maker) => receive(maker, '$fail.execution'),
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': async (maker) => (await payer(maker)).accountId,
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': async (maker) => {
    const { id } = await newPerson(maker);
    return (await accountIn(maker, id)).id;
  },
  'INTERNAL_ACCOUNT.STATUS_UPDATED': async (maker) => {
    const { accountId } = await holder(maker);
    await maker.ask('sandboxSetInternalAccountStatus', { path: { accountId }, body: { status: 'FROZEN' } });
    return accountId;
  },
  'INVITATION.CLAIMED': async (maker) => {
    await claimedInvitation(maker);
    return undefined;
  },
  'OUTGOING_PAYMENT.COMPLETED': (maker) => payOut(maker, '111'),
  'OUTGOING_PAYMENT.EXPIRED': quoted,
  'OUTGOING_PAYMENT.FAILED': (maker) => payOut(maker, '002'),
  'OUTGOING_PAYMENT.PENDING': quoted,
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': unauthorized,
  'OUTGOING_PAYMENT.PROCESSING': (maker) => payOut(maker, '111'),
  'OUTGOING_PAYMENT.REFUND_COMPLETED': (maker) => payOut(maker, '002'),
  'OUTGOING_PAYMENT.REFUND_FAILED': (maker) => payOut(maker, '007'),
  'OUTGOING_PAYMENT.REFUND_PENDING': (maker) => payOut(maker, '002'),
  TEST: async (maker) => {
    await maker.ask('sendTestWebhook');
    return undefined;
  },
  'VERIFICATION.APPROVED': submitted('verificationId'),
  'VERIFICATION.IN_PROGRESS': submitted('verificationId'),
  'VERIFICATION.PENDING_MANUAL_REVIEW': submitted('verificationId', '001'),
  'VERIFICATION.READY_FOR_VERIFICATION': async (maker) => {
    const { customerId, verificationId } = await incompleteBusiness(maker);
    await completeBusiness(maker, customerId);
    return verificationId;
  },
  'VERIFICATION.REJECTED': async (maker) => (await rejectedBusiness(maker)).verificationId,
  'VERIFICATION.RESOLVE_ERRORS': async (maker) => (await incompleteBusiness(maker)).verificationId,
};
