import { requiredCustomerFields, type UserInfoFieldName } from '@payments-platform/types';

const needs: Readonly<Partial<Record<string, readonly UserInfoFieldName[]>>> = requiredCustomerFields;

/** What the provider of a currency must know about the customers who use it. */
export function providerNeeds(currency: string): readonly UserInfoFieldName[] {
  return needs[currency] ?? [];
}
