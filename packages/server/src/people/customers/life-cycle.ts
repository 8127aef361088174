import type { ErrorCode, ErrorCodeOf, SignedRequestChallenge } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import type { DetailsOf, Refusal, WalletHeaders } from '../../operation/operation.ts';

declare module '../../operation/deps.ts' {
  interface LifeCycle extends CustomersLifeCycle {}
}

interface CustomersLifeCycle {
  /**
   * The sign-in credentials follow the contact of a customer; if the change requires a signature, it is requested
   * first.
   */
  readonly beforeContactChanged: (context: WorkContext, change: AskedContactChange) => Promise<ContactVerdict>;
  /** Asks the custodian to apply a signed change, with no database transaction open. */
  readonly applyContactChange: (
    context: Omit<WorkContext, 'unit'>,
    change: ContactChange,
  ) => Promise<MovedContact | undefined>;
  /**
   * Removes a lost phone from the wallets of a customer who has proved their identity in another way; refused if
   * nothing else opens a wallet.
   */
  readonly beforePhoneReplaced: (
    context: WorkContext,
    change: Pick<ContactChange, 'customerId' | 'contact'>,
  ) => Promise<Refusal<'CONFLICT'> | undefined>;
  /** Data that a verification depends on has changed: contact, profile, owners or documents. */
  readonly onCustomerChanged: (context: WorkContext, customerId: string) => Promise<void>;
  /** Closes what belongs to a customer, and returns what prevents the deletion. A refusal undoes the closing. */
  readonly beforeCustomerDeleted: (context: WorkContext, customerId: string) => Promise<Dependents>;
}

/** A change of a customer's contact. */
export interface ContactChange {
  readonly customerId: string;
  readonly channel: 'EMAIL' | 'PHONE';
  readonly contact: string;
  /** The request for the change. */
  readonly asked: { readonly path: Readonly<Record<string, unknown>>; readonly body: unknown };
  readonly walletHeaders: WalletHeaders;
}

/** The response of the custodian to a change. */
export interface MovedContact {
  readonly isApplied: boolean;
  /** Asks the custodian to undo the change, because it was refused afterwards. */
  readonly moveBack: () => Promise<void>;
}

/** The change after the custodian was asked to apply it. */
export interface AskedContactChange extends ContactChange {
  /** Whether the custodian applied it; `undefined` if it did not have to be asked, or the change is not signed yet. */
  readonly isApplied: boolean | undefined;
}

/** What must be signed first, or the refusal; `undefined` if the change is allowed. */
export type ContactVerdict =
  | { readonly challenge: SignedRequestChallenge }
  | Refusal<Extract<ErrorCodeOf<'updateCustomerById'>, ErrorCode>>
  | undefined;

/** The resources that prevent a deletion. */
export interface Dependents {
  readonly ids: readonly string[];
  /** The resources as the refusal shows them, grouped by kind. */
  readonly details: DetailsOf<'CONFLICT'>;
}
