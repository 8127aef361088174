import { onlyDeclared } from '../../ground/specification/declared-fields.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import {
  afterRequest,
  type Call,
  type Handler,
  type Outcome,
  refuseFields,
  withFieldRules,
} from '../../operation/operation.ts';
import { allowsLoopback } from '../platforms/has-production.ts';
import { applyChange } from './apply-change.ts';
import { brokenSettings, refuseChange } from './check-change.ts';
import { enabledTokens } from './platform-tokens.ts';
import { findDomainError, needsProof } from './prove-domain.ts';
import { readConfig } from './read-config.ts';

export const updatePlatformConfig: Handler<'updatePlatformConfig'> = withFieldRules(
  // Whether loopback addresses are allowed is known only after a database read.
  (body) => brokenSettings(body, true),
  afterRequest(findDomainError, update, { asks: needsProof }),
);

async function update(
  call: Call<'updatePlatformConfig'>,
  domainError?: FieldError,
): Promise<Outcome<'updatePlatformConfig'>> {
  const { input, unit, tenant, deps } = call;
  const change = onlyDeclared('PlatformConfigUpdateRequest', input.body);
  const refusal = refuseChange(change, {
    allowsLoopback: await allowsLoopback(unit, deps),
    tokens: change.supportedCurrencies === undefined ? new Set() : await enabledTokens(unit, tenant),
  });
  if (refusal !== undefined) return refusal;
  if (domainError !== undefined) return refuseFields([domainError]);
  if (Object.keys(change).length > 0) await applyChange(call, change);
  return { status: 200, body: await readConfig(call) };
}
