import type { ErrorCode, ErrorCodeOf, SignedRequestChallenge } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import type { Refusal, WalletHeaders } from '../../operation/operation.ts';

declare module '../../operation/deps.ts' {
  interface LifeCycle extends CustomersLifeCycle {}
}

interface CustomersLifeCycle {
  /** What customers sign in with follows their contact; whoever has to agree to that is asked first. */
  readonly beforeContactChanged: (context: WorkContext, change: AskedContactChange) => Promise<ContactVerdict>;
  /** Asks those outside to follow, while no database transaction is open, once it is signed. */
  readonly askToFollow: (context: Omit<WorkContext, 'unit'>, change: ContactChange) => Promise<boolean | undefined>;
  /** A lost phone opens nothing any more, once the customer has proved otherwise who they are, or there is a reason. */
  readonly beforePhoneReplaced: (
    context: WorkContext,
    change: Pick<ContactChange, 'customerId' | 'contact'>,
  ) => Promise<Refusal<'CONFLICT'> | undefined>;
  /** Something has changed that the verification of a customer rests on: contact, profile, owners, documents. */
  readonly onCustomerChanged: (context: WorkContext, customerId: string) => Promise<void>;
  /** Closes what belongs to a customer, and returns what stands in the way. A refusal undoes what was closed. */
  readonly beforeCustomerDeleted: (context: WorkContext, customerId: string) => Promise<Dependents>;
}

/** A customer is to be reached elsewhere from now on, if nothing is in the way. */
export interface ContactChange {
  readonly customerId: string;
  readonly channel: 'EMAIL' | 'PHONE';
  readonly contact: string;
  /** The request that asks for it. */
  readonly asked: { readonly path: Readonly<Record<string, unknown>>; readonly body: unknown };
  readonly walletHeaders: WalletHeaders;
}

/** The same once whoever is outside was asked to follow. */
export interface AskedContactChange extends ContactChange {
  /** Whether they do; `undefined` where nobody had to be asked, or nobody has agreed to it. */
  readonly isFollowed: boolean | undefined;
}

/** What has to be signed first, or why it is refused; `undefined` when the change may be made. */
export type ContactVerdict =
  | { readonly challenge: SignedRequestChallenge }
  | Refusal<Extract<ErrorCodeOf<'updateCustomerById'>, ErrorCode>>
  | undefined;

/** Rows that stand in the way of a deletion. */
export interface Dependents {
  readonly ids: readonly string[];
  /** The rows as the refusal shows them, under the name of their kind. */
  readonly details: Readonly<Record<string, readonly object[]>>;
}
