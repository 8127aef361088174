import { accountFacts } from './account-facts.ts';
import { agentTools } from './agent-tools.ts';
import { deprecations } from './deprecations.ts';
import { descriptions } from './descriptions.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { errorCodes } from './error-codes.ts';
import { errorResponses } from './error-responses.ts';
import { errorSchemas } from './error-schemas.ts';
import { examplesKnownFields } from './examples-known-fields.ts';
import { examplesPresent } from './examples-present.ts';
import { examplesRefusals } from './examples-refusals.ts';
import { examplesValid } from './examples-valid.ts';
import { idempotency } from './idempotency.ts';
import { identifiers } from './identifiers.ts';
import { links } from './links.ts';
import { money } from './money.ts';
import { operationName } from './operation-name.ts';
import { pagination } from './pagination.ts';
import { parameterNames } from './parameter-names.ts';
import { permission } from './permission.ts';
import type { Rule } from './rule.ts';
import { signedRetry } from './signed-retry.ts';
import { stateEnums } from './state-enums.ts';
import { stateTables } from './state-tables.ts';
import { unions } from './unions.ts';
import { webhookTypes } from './webhook-types.ts';

/** Our own rules, in addition to `spectral:oas`. */
export const rules: readonly Rule[] = [
  accountFacts,
  agentTools,
  deprecations,
  descriptions,
  errorCatalogue,
  errorCodes,
  errorResponses,
  errorSchemas,
  examplesKnownFields,
  examplesPresent,
  examplesRefusals,
  examplesValid,
  idempotency,
  identifiers,
  links,
  money,
  operationName,
  pagination,
  parameterNames,
  permission,
  signedRetry,
  stateEnums,
  stateTables,
  unions,
  webhookTypes,
];
