import type { CurrencyCode } from '../ground/money/currency.ts';
import type { WorkContext } from './work-context.ts';

/** Rows that stand in the way of a deletion. */
export interface Dependents {
  readonly ids: readonly string[];
  /** The rows as the refusal shows them, under the name of their kind. */
  readonly details: Readonly<Record<string, readonly object[]>>;
}

/**
 * What one module does when something happens in a module below it, which does not know it. All of it happens in the
 * database transaction of its cause.
 */
export interface LifeCycle {
  /** A customer, or the platform itself (`null`), may hold these currencies from now on. */
  readonly onCurrenciesGranted: (
    context: WorkContext,
    customerId: string | null,
    currencies: readonly CurrencyCode[],
  ) => Promise<void>;
  /** Something has changed that the verification of a customer rests on: contact, profile, owners, documents. */
  readonly onCustomerChanged: (context: WorkContext, customerId: string) => Promise<void>;
  /** Closes what belongs to a customer, and returns what stands in the way. A refusal undoes what was closed. */
  readonly beforeCustomerDeleted: (context: WorkContext, customerId: string) => Promise<Dependents>;
}
