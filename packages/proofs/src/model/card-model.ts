import type { Place, ReferenceModel } from './reference-model.ts';

/** A purchase as the documentation describes it. */
export interface ModelPurchase {
  readonly place: Place;
  readonly events: string[];
  authorizedMinor: bigint;
  settledMinor: bigint;
  refundedMinor: bigint;
  heldMinor: bigint;
  /** The part that the cardholder has paid and that was not returned. */
  paidMinor: bigint;
  status: string;
}

/** The effect of a card on the balances of a model, at merchants that approve. */
export class CardModel {
  readonly purchases: ModelPurchase[] = [];
  readonly #balances: Pick<ReferenceModel, 'balance' | 'fund'>;

  constructor(balances: Pick<ReferenceModel, 'balance' | 'fund'>) {
    this.#balances = balances;
  }

  /** The held amount on an account. */
  held(place: Place): bigint {
    const held = this.purchases.filter((purchase) => purchase.place === place).map(({ heldMinor }) => heldMinor);
    return held.reduce((sum, minor) => sum + minor, 0n);
  }

  buy(place: Place, authorizedMinor: bigint): ModelPurchase {
    const isCovered = this.#balances.balance(place) >= authorizedMinor;
    const status = isCovered ? 'AUTHORIZED' : 'DECLINED';
    if (isCovered) this.#balances.fund(place, -authorizedMinor);
    const nothing = { settledMinor: 0n, refundedMinor: 0n, paidMinor: 0n };
    const heldMinor = isCovered ? authorizedMinor : 0n;
    const purchase = { place, events: [status], authorizedMinor, heldMinor, status, ...nothing };
    this.purchases.push(purchase);
    return purchase;
  }

  /** Whether it can be settled. The amount above the hold is debited if available; the merchant is paid in any case. */
  clear(purchase: ModelPurchase, amountMinor: bigint): boolean {
    if (!isOpen(purchase)) return false;
    const dueMinor = purchase.authorizedMinor - purchase.settledMinor;
    if (amountMinor === 0n) return this.callOff(purchase);
    const isLast = amountMinor >= dueMinor;
    const heldMinor = purchase.heldMinor < amountMinor ? purchase.heldMinor : amountMinor;
    const beyondMinor = isLast ? amountMinor - dueMinor : 0n;
    const isTaken = this.#balances.balance(purchase.place) >= beyondMinor;
    const isUnpaid = !isTaken || heldMinor + beyondMinor < amountMinor;
    if (isTaken) this.#balances.fund(purchase.place, -beyondMinor);
    purchase.heldMinor -= heldMinor;
    purchase.paidMinor += heldMinor + (isTaken ? beyondMinor : 0n);
    purchase.settledMinor += amountMinor;
    this.#move(purchase, isLast ? 'SETTLED' : 'PARTIALLY_SETTLED');
    if (isUnpaid) this.#move(purchase, 'EXCEPTION');
    return true;
  }

  advise(purchase: ModelPurchase, totalMinor: bigint): boolean {
    if (!isOpen(purchase) || totalMinor < purchase.settledMinor) return false;
    const moreMinor = totalMinor - purchase.authorizedMinor;
    const neededMinor = totalMinor - purchase.settledMinor;
    let changeMinor = 0n;
    if (moreMinor > 0n) changeMinor = this.#balances.balance(purchase.place) >= moreMinor ? moreMinor : 0n;
    else if (purchase.heldMinor > neededMinor) changeMinor = neededMinor - purchase.heldMinor;
    this.#balances.fund(purchase.place, -changeMinor);
    purchase.heldMinor += changeMinor;
    purchase.authorizedMinor = totalMinor;
    const isSettled = purchase.status === 'PARTIALLY_SETTLED' && totalMinor === purchase.settledMinor;
    this.#move(purchase, isSettled ? 'SETTLED' : purchase.status);
    return true;
  }

  callOff(purchase: ModelPurchase): boolean {
    if (!isOpen(purchase)) return false;
    this.#balances.fund(purchase.place, purchase.heldMinor);
    purchase.heldMinor = 0n;
    this.#move(purchase, 'SETTLED');
    return true;
  }

  giveBack(purchase: ModelPurchase, amountMinor: bigint): boolean {
    if (amountMinor > purchase.settledMinor - purchase.refundedMinor) return false;
    const creditedMinor = amountMinor < purchase.paidMinor ? amountMinor : purchase.paidMinor;
    this.#balances.fund(purchase.place, creditedMinor);
    purchase.paidMinor -= creditedMinor;
    purchase.refundedMinor += amountMinor;
    this.#move(purchase, purchase.status);
    return true;
  }

  #move(purchase: ModelPurchase, status: string): void {
    purchase.status = status;
    purchase.events.push(status);
  }
}

function isOpen({ status }: ModelPurchase): boolean {
  return status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';
}
