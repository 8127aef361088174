import type { CounterpartyFieldDefinition, FieldError, UserInfoFieldName } from '@payments-platform/types';
import type { CounterPartyDataOptions } from '@uma-sdk/core';
import type { PartyInformation } from './uma-context.ts';

/**
 * The keys that messages use for facts about a person or business. The first three are UMA's; the others are additions.
 */
const keys: Readonly<Record<UserInfoFieldName, string>> = {
  FULL_NAME: 'name',
  EMAIL: 'email',
  BIRTH_DATE: 'birthDate',
  NATIONALITY: 'nationality',
  PHONE_NUMBER: 'phoneNumber',
  ADDRESS: 'address',
  BUSINESS_NAME: 'businessName',
  TAX_ID: 'taxId',
};

const fields = new Map(Object.entries(keys).map(([name, key]) => [key, name as UserInfoFieldName]));

/** Present in every message, and not facts about a person or business. */
const always = ['identifier', 'compliance'] as const;

/** The fields that a message demands about a person or business. */
export interface RequestedFields {
  readonly fields: readonly CounterpartyFieldDefinition[];
  /** The mandatory keys for which the interface has no name. */
  readonly unknown: readonly string[];
}

export function readRequestedFields(options: CounterPartyDataOptions | undefined): RequestedFields {
  const requested: CounterpartyFieldDefinition[] = [];
  const unknown: string[] = [];
  for (const [key, { mandatory }] of Object.entries(options ?? {})) {
    const name = fields.get(key);
    if (name !== undefined) requested.push({ name, mandatory });
    else if (mandatory && !always.some((one) => one === key)) unknown.push(key);
  }
  return { fields: requested, unknown };
}

export function writeRequestedFields(requested: readonly CounterpartyFieldDefinition[]): CounterPartyDataOptions {
  const options = requested.map(({ name, mandatory }) => [keys[name], { mandatory }] as const);
  return Object.fromEntries([...always.map((key) => [key, { mandatory: true }] as const), ...options]);
}

/** Converts facts to the keys of messages. */
export function writeParty(information: PartyInformation): Record<string, unknown> {
  const known = Object.entries(keys).map(([name, key]) => [key, information[name]] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

const longestFact = 500;

/**
 * Converts the facts of a message to the names of the interface. Omits values that are neither text nor an object, and
 * long ones.
 */
export function readParty(data: Readonly<Record<string, unknown>>): PartyInformation {
  const known = Object.entries(data).map(([key, value]) => [fields.get(key), value] as const);
  return Object.fromEntries(
    known.filter(([name, value]) => name !== undefined && isStated(value) && isFact(name, value)),
  );
}

/** UMA itself defines these facts, as text. */
const texts: readonly string[] = ['FULL_NAME', 'EMAIL'] satisfies UserInfoFieldName[];

/** Whether a message can have this value, and its receiver reads it. */
function isFact(name: string, value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestFact;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || texts.includes(name)) return false;
  return JSON.stringify(value).length <= longestFact;
}

/** Whether a value says anything. Blank text, an object without members and `null` are no information. */
export function isStated(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** The facts that say anything. */
export function statedFacts(given: PartyInformation): PartyInformation {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isStated(value)));
}

/** The facts that a message can have. */
export function usableFacts(given: PartyInformation): PartyInformation {
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => isFact(name, value)));
}

/** The errors in a member with facts, by the names of the interface. `null` stands for a fact that is not known. */
export function factErrors(member: string, given: PartyInformation = {}): FieldError[] {
  const wrong = Object.keys(keys).filter((name) => !isFact(name, given[name] ?? ''));
  return wrong.map((name) => ({
    field: `${member}.${name}`,
    message: `Send text${texts.includes(name) ? '' : ' or an object'} of at most ${longestFact} characters.`,
  }));
}
