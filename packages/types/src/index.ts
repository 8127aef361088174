/**
 * The interface as TypeScript types and constants: one type for each schema of the specification, and the tables of
 * operations, errors, states, events, currencies, rails, regions and account kinds.
 */

export {
  type AccountFactsByType,
  type AccountRail,
  type AccountType,
  accountFacts,
} from './generated/accounts.ts';
export {
  type Currencies,
  type CurrencyCode,
  currencies,
  requiredCustomerFields,
  walletCurrencies,
} from './generated/currencies.ts';
export { type DependencyId, dependencies } from './generated/dependencies.ts';
export {
  type ErrorCode,
  type ErrorCodeWithStatus,
  type ErrorDetailOf,
  type ErrorStatus,
  type ErrorTable,
  errorTable,
} from './generated/errors.ts';
export { type EventType, eventTypes, type WebhookEvent, type WebhookEventByType } from './generated/events.ts';
export type * from './generated/openapi.ts';
export {
  type ErrorCodeOf,
  type ErrorStatusOf,
  type OperationId,
  type OperationTable,
  operationTable,
  type SignedRetryOperation,
  type SuccessStatusOf,
} from './generated/operations.ts';
export { type BankingCalendarName, bankingCalendars, type RailName, rails } from './generated/rails.ts';
export { assignedCountryCodes, type RegionCode, regions } from './generated/regions.ts';
export * from './generated/states.ts';
export { eventTriggers, sandboxFixtures } from './generated/triggers.ts';
export type { Opened, OpenPaths, Received, ReceivedEvent, Unlisted, UnlistedEvent } from './open-values.ts';
