import { listAll, orThrow } from '@payments-platform/client';
import type { QuoteRequest, Received } from '@payments-platform/types';
import { expect } from 'vitest';
import { fund } from '../../../contract-tests/src/parties/payer.ts';
import { createQuote, executeQuote, type Payment, quoteRequest } from '../../../contract-tests/src/parties/payment.ts';
import { refusalOf } from '../../../contract-tests/src/parties/refusal.ts';
import type { StatefulPlatform } from '../../../contract-tests/src/targets/target.ts';
import { CardModel } from './card-model.ts';
import { CardRun } from './card-run.ts';
import type { Command } from './command.ts';
import { type ModelPayment, type QuoteQuestion, ReferenceModel } from './reference-model.ts';
import type { World } from './world.ts';

const absentQuote = 'Quote:0198c0de-0000-7000-8000-000000000000';

/** Performs each command on the model and on the platform and compares the results. */
export class Run {
  readonly #platform: StatefulPlatform;
  readonly #world: World;
  readonly #model: ReferenceModel;
  readonly #quotes = new Map<ModelPayment, Received<'Quote'>>();
  readonly #startedAt: string;
  readonly #cards: CardModel;
  readonly #cardRun: CardRun;
  #keys = 0;

  constructor(platform: StatefulPlatform, world: World) {
    this.#platform = platform;
    this.#world = world;
    this.#model = new ReferenceModel(platform.now(), world.corridor);
    this.#cards = new CardModel(this.#model);
    this.#cardRun = new CardRun(platform, world.card, this.#cards);
    for (const place of world.internal) this.#model.fund(place, BigInt(world.startingBalance));
    this.#startedAt = new Date(platform.now()).toISOString();
  }

  async apply(command: Command): Promise<void> {
    switch (command.kind) {
      case 'FUND':
        await this.#fund(command);
        break;
      case 'QUOTE':
        await this.#quoteFromBalance(command);
        break;
      case 'FUNDED_QUOTE':
      case 'PULL':
        await this.#quoteFromOutside(command);
        break;
      case 'PAY_IN':
        await this.#payIn(command);
        break;
      case 'EXECUTE':
        await this.#execute(command);
        break;
      case 'WAIT':
        await this.#platform.advance(command.durationMs);
        this.#model.wait(command.durationMs);
        break;
      default:
        await this.#cardRun.apply(command);
    }
    await this.#compare();
  }

  /** Lets everything end and compares the events, which arrive meanwhile. */
  async finish(): Promise<void> {
    await this.apply({ kind: 'WAIT', durationMs: 60 * 60_000 });
    for (const [payment, { transactionId }] of this.#quotes) {
      const family = payment.to.suffix === undefined ? 'INCOMING_PAYMENT' : 'OUTGOING_PAYMENT';
      const told = this.#platform.webhooks.about(transactionId).map(({ event }) => [event.type, event.timestamp]);
      expect(told).toEqual(payment.events.map(({ event, at }) => [`${family}.${event}`, new Date(at).toISOString()]));
    }
    this.#cardRun.finish();
  }

  async #fund({ account, amount }: Command & { kind: 'FUND' }): Promise<void> {
    const place = pick(this.#world.internal, account);
    await fund(this.#platform.client, this.#world.internalId(place), amount);
    this.#model.fund(place, BigInt(amount));
  }

  #quoteFromBalance({ source, destination, ...parts }: Command & { kind: 'QUOTE' }): Promise<void> {
    const from = pick(this.#world.internal, source);
    return this.#quote({ ...parts, funding: 'BALANCE', from, to: pick(this.#world.destinations, destination) });
  }

  /** Deposits go anywhere; direct debits go to an internal account. */
  #quoteFromOutside({
    kind,
    source,
    destination,
    ...parts
  }: Command & { kind: 'FUNDED_QUOTE' | 'PULL' }): Promise<void> {
    const world = this.#world;
    const ends =
      kind === 'PULL'
        ? ({ funding: 'PULL', from: pick(world.pullable, source), to: pick(world.internal, destination) } as const)
        : ({ funding: 'DEPOSIT', from: world.outside, to: pick(world.destinations, destination) } as const);
    return this.#quote({ ...parts, ...ends, isImmediate: false });
  }

  async #quote(question: QuoteQuestion): Promise<void> {
    const { funding, from, to, side, amount, isImmediate } = question;
    const refusal = this.#model.quote(question);
    const end = this.#world.accountId(to);
    const request = quoteRequest({
      from: funding === 'DEPOSIT' ? end : this.#world.accountId(from),
      to: end,
      side,
      amount,
    });
    const asked: QuoteRequest =
      funding === 'DEPOSIT'
        ? { ...request, source: { sourceType: 'REALTIME_FUNDING', currency: from.currency } }
        : { ...request, immediatelyExecute: isImmediate };
    const pending = createQuote(this.#platform.client, asked);
    if (refusal !== undefined) {
      expect((await refusalOf(pending)).code).toBe(refusal);
      return;
    }
    const payment = pick(this.#model.payments, this.#model.payments.length - 1);
    const quote = await orThrow(pending);
    expect(quote).toMatchObject({
      status: payment.status,
      totalSendingAmount: Number(payment.sendingMinor),
      totalReceivingAmount: Number(payment.receivingMinor),
      feesIncluded: Number(payment.feesMinor),
      expiresAt: new Date(payment.expiresAt).toISOString(),
    });
    this.#quotes.set(payment, quote);
  }

  async #payIn({ payment: picked, difference }: Command & { kind: 'PAY_IN' }): Promise<void> {
    if (this.#model.payments.length === 0) return;
    const payment = pick(this.#model.payments, picked);
    const quoteId = this.#quotes.get(payment)?.id ?? absentQuote;
    const amountMinor = payment.sendingMinor + BigInt(difference);
    const refusal = this.#model.payIn(payment, amountMinor);
    const body = { quoteId, currencyCode: payment.from.currency, currencyAmount: Number(amountMinor) };
    const paying = this.#platform.client.POST('/sandbox/send', { body });
    if (refusal === undefined) expect(await orThrow(paying)).toMatchObject({ quoteId, status: payment.status });
    else expect((await refusalOf(paying)).code).toBe(refusal);
  }

  async #execute({ payment: picked, isRepeated }: Command & { kind: 'EXECUTE' }): Promise<void> {
    const { client } = this.#platform;
    if (this.#model.payments.length === 0) {
      expect((await refusalOf(executeQuote(client, absentQuote))).code).toBe('QUOTE_NOT_FOUND');
      return;
    }
    const payment = pick(this.#model.payments, picked);
    const quoteId = this.#quotes.get(payment)?.id ?? absentQuote;
    this.#keys += 1;
    const key = `key-${this.#keys}`;
    const refusal = this.#model.execute(payment);
    if (refusal !== undefined) {
      expect((await refusalOf(executeQuote(client, quoteId, key))).code).toBe(refusal);
      return;
    }
    const first = await orThrow(executeQuote(client, quoteId, key));
    expect(first).toMatchObject({ id: quoteId, status: 'PROCESSING' });
    if (!isRepeated) return;
    const { data, response } = await executeQuote(client, quoteId, key);
    expect(data).toEqual(first);
    expect(response.headers.get('Idempotent-Replayed')).toBe('true');
  }

  async #compare(): Promise<void> {
    const { client } = this.#platform;
    const accounts = await orThrow(client.GET('/customers/internal-accounts', { params: { query: { limit: 100 } } }));
    const amounts = new Map(accounts.data.map((one) => [one.id, [one.balance.amount, one.totalBalance.amount]]));
    for (const place of this.#world.internal) {
      const balance = this.#model.balance(place);
      const expected = [Number(balance), Number(balance + this.#cards.held(place))];
      expect(amounts.get(this.#world.internalId(place)), `balance and total of ${place.name}`).toEqual(expected);
    }
    const query = { startDate: this.#startedAt, limit: 5 };
    const listed = await Array.fromAsync(
      listAll((page) => client.GET('/transactions', { params: { query: { ...page, ...query } } })),
    );
    const expected = [...this.#quotes].map(([payment, { transactionId }]): [string, object] => [
      transactionId,
      { status: payment.status, refund: payment.refund },
    ]);
    for (const [id, status] of this.#cardRun.expected()) expected.push([id, { status, refund: undefined }]);
    const seen = listed.map((transaction) => [transaction.id, stateOf(transaction)] as const);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
    const order = listed.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  }
}

function stateOf(transaction: { readonly status: string } | Payment): object {
  return { status: transaction.status, refund: 'refund' in transaction ? transaction.refund?.status : undefined };
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}
