import { orThrow } from '@payments-platform/client';
import type { CardId, CardTransactionId } from '@payments-platform/types';
import { expect } from 'vitest';
import { refusalOf } from '../../../contract-tests/src/parties/refusal.ts';
import type { StatefulPlatform } from '../../../contract-tests/src/targets/target.ts';
import type { CardModel, ModelPurchase } from './card-model.ts';
import type { CardCommand } from './command.ts';
import type { Place } from './reference-model.ts';

/** The card part of a run: performs each command on the model and on the platform. */
export class CardRun {
  readonly #platform: StatefulPlatform;
  readonly #card: { readonly id: CardId; readonly place: Place };
  readonly #model: CardModel;
  readonly #ids = new Map<ModelPurchase, CardTransactionId>();
  readonly #refunds: CardTransactionId[] = [];

  constructor(platform: StatefulPlatform, card: { readonly id: CardId; readonly place: Place }, model: CardModel) {
    this.#platform = platform;
    this.#card = card;
    this.#model = model;
  }

  /** Every transaction of the card with its expected status. */
  expected(): [id: string, status: string][] {
    return [
      ...[...this.#ids].map(([{ status }, id]): [string, string] => [id, status]),
      ...this.#refunds.map((id): [string, string] => [id, 'SETTLED']),
    ];
  }

  async apply(command: CardCommand): Promise<void> {
    if (command.kind === 'BUY') return this.#buy(BigInt(command.amount));
    const { purchases } = this.#model;
    const purchase = purchases[command.purchase % Math.max(1, purchases.length)];
    if (purchase === undefined) return;
    const amountMinor = (purchase.authorizedMinor * BigInt(command.percent)) / 100n;
    await this.#goOn(command.kind, purchase, amountMinor);
  }

  /** The events of every purchase, once all have arrived. */
  finish(): void {
    for (const [{ events }, id] of this.#ids) {
      const told = this.#platform.webhooks.about(id).map(({ event }) => event.type);
      expect(told).toEqual(events.map((event) => `CARD_TRANSACTION.${event}`));
    }
  }

  async #buy(amountMinor: bigint): Promise<void> {
    const purchase = this.#model.buy(this.#card.place, amountMinor);
    const body = {
      ...{ amount: Number(amountMinor), currency: { code: 'USD' as const } },
      merchant: { descriptor: 'CORNER BOOKSHOP' },
    };
    const params = { path: { id: this.#card.id } };
    const asked = this.#platform.client.POST('/sandbox/cards/{id}/simulate/authorization', { params, body });
    this.#ids.set(purchase, await this.#named((await orThrow(asked)).issuerTransactionToken));
  }

  async #goOn(kind: Exclude<CardCommand['kind'], 'BUY'>, purchase: ModelPurchase, amountMinor: bigint): Promise<void> {
    const { client } = this.#platform;
    const cardTransactionId = this.#ids.get(purchase);
    if (cardTransactionId === undefined) throw new Error('the purchase was never made');
    const params = { path: { id: this.#card.id } };
    const body = { cardTransactionId, amount: Number(amountMinor) };
    // Only a settlement can be about nothing.
    if (kind !== 'CLEAR' && kind !== 'CALL_OFF' && amountMinor === 0n) return;
    const asked = {
      CLEAR: () => client.POST('/sandbox/cards/{id}/simulate/clearing', { params, body }),
      ADVISE: () => client.POST('/sandbox/cards/{id}/simulate/authorization_advice', { params, body }),
      GIVE_BACK: () => client.POST('/sandbox/cards/{id}/simulate/return', { params, body }),
      CALL_OFF: () =>
        client.POST('/sandbox/cards/{id}/simulate/authorization_reversal', { params, body: { cardTransactionId } }),
    }[kind];
    const isPossible = {
      CLEAR: () => this.#model.clear(purchase, amountMinor),
      ADVISE: () => this.#model.advise(purchase, amountMinor),
      GIVE_BACK: () => this.#model.giveBack(purchase, amountMinor),
      CALL_OFF: () => this.#model.callOff(purchase),
    }[kind]();
    if (!isPossible) {
      expect((await refusalOf(asked())).code).toBe('INVALID_INPUT');
      return;
    }
    const { issuerTransactionToken } = await orThrow(asked());
    if (kind === 'GIVE_BACK') this.#refunds.push(await this.#named(issuerTransactionToken));
  }

  async #named(token: string): Promise<CardTransactionId> {
    const query = { cardId: this.#card.id, limit: 100 };
    const { data } = await orThrow(this.#platform.client.GET('/transactions', { params: { query } }));
    const found = data.find((row) => row.type === 'CARD' && row.issuerTransactionToken === token);
    if (found?.type !== 'CARD') throw new Error(`no transaction of the card has the token ${token}`);
    return found.id;
  }
}
