import type { AgentArgumentWords, AgentToolWords } from './agent-tool-words.ts';
import type { Dependencies } from './dependency-facts.ts';
import type { BankingCalendar, RailFacts } from './rail-facts.ts';
import type { SandboxFixture, SandboxTrigger } from './sandbox-facts.ts';
import type { SignedRetry } from './signed-retry-facts.ts';

/**
 * The part of an OpenAPI 3.1 document that this project reads.
 *
 * It describes the JSON that is read here, not the whole standard: every member is
 * optional unless a lint rule of `packages/spec-tools/src/rules` guarantees it.
 */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export type Dictionary<Value> = Readonly<Record<string, Value>>;

export interface Discriminator {
  readonly propertyName: string;
  readonly mapping?: Dictionary<string>;
}

/** Since when an operation or a field is deprecated, when it may be removed, and its replacement. */
export interface Deprecation {
  readonly deprecatedAt: string;
  /** `null` while no date is set. */
  readonly sunsetAt: string | null;
  /** The operationId of another operation, or a field as `Schema.field`. */
  readonly replacedBy: string;
}

export interface Schema {
  readonly 'x-sandbox-fixture'?: SandboxFixture;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly properties?: Dictionary<Schema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly discriminator?: Discriminator;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly 'x-account'?: AccountFacts;
  /** Which of the values that match the pattern are valid. */
  readonly 'x-assigned'?: readonly string[];
  readonly 'x-decision'?: string;
  readonly 'x-deprecation'?: Deprecation;
  readonly 'x-id-prefix'?: string;
  readonly 'x-sensitive'?: boolean;
  readonly 'x-states'?: string;
}

export interface Example {
  readonly $ref?: string;
  readonly summary?: string;
  readonly value?: Json;
}

export interface MediaType {
  readonly schema?: Schema;
  /** The limit for a whole form with a file. */
  readonly 'x-max-bytes'?: number;
  readonly example?: Json;
  readonly examples?: Dictionary<Example>;
}

export interface Header {
  readonly $ref?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly example?: Json;
  readonly examples?: Dictionary<Example>;
}

export interface Parameter extends Header {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path' | 'cookie';
  readonly style?: string;
  readonly explode?: boolean;
  readonly 'x-agent-argument'?: AgentArgumentWords;
}

export interface RequestBody {
  readonly $ref?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly content: Dictionary<MediaType>;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Dictionary<Header>;
  readonly content?: Dictionary<MediaType>;
  readonly links?: Dictionary<JsonObject>;
}

export type Permission = 'VIEW' | 'TRANSACT' | 'MANAGE';
export type IdempotencyKind = 'key' | 'natural' | 'none';

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses?: Dictionary<Response>;
  readonly security?: readonly Dictionary<readonly string[]>[];
  readonly 'x-permission'?: Permission;
  readonly 'x-agent-permissions'?: readonly string[];
  readonly 'x-agent-tool'?: AgentToolWords;
  /** The words of the command line, if those from its path read badly. */
  readonly 'x-cli'?: string;
  readonly 'x-idempotent'?: IdempotencyKind;
  readonly 'x-signed-retry'?: SignedRetry;
  readonly 'x-error-codes'?: Dictionary<readonly string[]>;
  readonly 'x-decision'?: string;
  readonly 'x-deprecation'?: Deprecation;
  readonly 'x-sandbox-trigger'?: SandboxTrigger;
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];

export type PathItem = Readonly<Partial<Record<Method, Operation>>> & {
  readonly $ref?: string;
  readonly parameters?: readonly Parameter[];
};

export interface Components {
  readonly schemas?: Dictionary<Schema>;
  readonly responses?: Dictionary<Response>;
  readonly parameters?: Dictionary<Parameter>;
  readonly headers?: Dictionary<Header>;
  readonly examples?: Dictionary<Example>;
  readonly requestBodies?: Dictionary<RequestBody>;
  readonly securitySchemes?: Dictionary<JsonObject>;
}

/** One entry of the error catalogue, `spec/errors/<CODE>.yaml`. */
export interface ErrorEntry {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly cause?: string;
  readonly action: string;
  readonly retryable: boolean;
  readonly sandbox?: string;
  /** The members of `details`, each with its meaning. The name of one that some refusals lack ends in `?`. */
  readonly details?: Dictionary<string>;
}

export interface StateTransition {
  readonly from: string | null;
  readonly trigger: string;
  readonly to: string;
  readonly when: string;
  readonly event?: string;
  readonly also?: string;
}

/** One state machine, `spec/states/<resource>.yaml`. */
export interface StateTable {
  readonly resource: string;
  readonly title: string;
  readonly schema?: string;
  readonly initial: readonly string[];
  readonly terminal: readonly string[];
  /** States that a release marked as final by mistake, with the sentence that always told callers otherwise. */
  readonly reopened?: Dictionary<string>;
  readonly states: Dictionary<{ readonly meaning: string }>;
  readonly transitions: readonly StateTransition[];
}

/** One currency, `spec/currencies/<CODE>.yaml`. */
export interface Currency {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly kind: 'FIAT' | 'CRYPTO';
  /** The data that the provider of the currency requires of customers who use it. */
  readonly requiredCustomerFields?: readonly string[];
  /** Customers hold it in embedded wallets; only they have the keys. */
  readonly isHeldInWallet?: boolean;
}

/** Countries with special rules for customers who live there. */
export interface Region {
  readonly code: string;
  readonly name: string;
  /** Payments of these customers wait until the customer has verified their identity. */
  readonly demandsStrongCustomerAuthentication: boolean;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly 'x-decision'?: string;
}

/** One way to identify an account: the identifying field, the fields that go with it, and its own rails. */
export interface AccountForm {
  readonly identifier: string;
  readonly fields: readonly string[];
  readonly rails?: readonly string[];
  readonly defaultRail?: string;
}

/** The facts of an account kind, `x-account` on its schema. */
export interface AccountFacts {
  readonly accountType: string;
  readonly currencies: readonly string[];
  readonly kind: 'BANK' | 'WALLET';
  readonly identifier: string;
  readonly identifiedBy?: readonly string[];
  /** The field whose value `GET /discoveries` lists. */
  readonly listed?: string;
  readonly businessGives?: readonly string[];
  readonly payingBusinessGives?: readonly string[];
  readonly forms?: readonly AccountForm[];
  readonly rails: readonly string[];
  readonly defaultRail?: string;
  readonly network?: string;
  /** The rails that can debit the account. */
  readonly collects?: readonly string[];
  readonly assets?: readonly string[];
  readonly checks?: Dictionary<string>;
}

export interface Specification {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Dictionary<PathItem>;
  readonly webhooks?: Dictionary<PathItem>;
  readonly components?: Components;
  readonly security?: readonly Dictionary<readonly string[]>[];
  readonly 'x-generated'?: string;
  readonly 'x-error-catalogue'?: Dictionary<ErrorEntry>;
  readonly 'x-state-tables'?: Dictionary<StateTable>;
  readonly 'x-currencies'?: Dictionary<Currency>;
  readonly 'x-accounts'?: Dictionary<AccountFacts>;
  readonly 'x-dependencies'?: Dictionary<Dependencies>;
  readonly 'x-regions'?: Dictionary<Region>;
  readonly 'x-rails'?: Dictionary<RailFacts>;
  readonly 'x-calendars'?: Dictionary<BankingCalendar>;
}

function isSpecification(value: unknown): value is Specification {
  return (
    typeof value === 'object' &&
    value !== null &&
    'openapi' in value &&
    typeof value.openapi === 'string' &&
    value.openapi.startsWith('3.1') &&
    'info' in value &&
    'paths' in value
  );
}

/** Parses a bundled specification; refuses anything that is not OpenAPI 3.1. */
export function parseSpecification(text: string): Specification {
  const value: unknown = JSON.parse(text);
  if (!isSpecification(value)) throw new Error('The text is not an OpenAPI 3.1 document.');
  return value;
}
