import { writeJson } from '../../ground/json/json-text.ts';
import { sealJson, unsealJson } from '../../ground/sealing/sealed-json.ts';
import {
  type Call,
  type Handler,
  isRefusal,
  type Outcome,
  refuseFieldErrors,
  withFieldRules,
} from '../../operation/operation.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';
import { viewBeneficialOwner } from './beneficial-owner-view.ts';
import { findBeneficialOwner, listOwnersOf, updateBeneficialOwnerRow } from './beneficial-owners-repository.ts';
import { ownerNotFound } from './get-beneficial-owner.ts';
import { brokenPersonChanges, brokenPersonRules, brokenShareRules } from './owner-rules.ts';
import { changePersonalInfo } from './personal-info.ts';
import type { BeneficialOwnerRow } from './tables.ts';

export const updateBeneficialOwner: Handler<'updateBeneficialOwner'> = withFieldRules(
  ({ personalInfo = {} }, { now }) => brokenPersonChanges(personalInfo, now),
  update,
);

async function update({
  input: { path, body },
  ...context
}: Call<'updateBeneficialOwner'>): Promise<Outcome<'updateBeneficialOwner'>> {
  const { unit, tenant, now, deps } = context;
  const seen = await findBeneficialOwner(unit, tenant, path.beneficialOwnerId);
  if (seen === undefined) return ownerNotFound;
  // The business is locked first, as in a submission, so that no other unit changes the person.
  const business = await lockActiveCustomer(unit, tenant, seen.customer_id);
  if (isRefusal(business)) return ownerNotFound;
  const owner = await findBeneficialOwner(unit, tenant, path.beneficialOwnerId);
  if (owner === undefined) return ownerNotFound;

  const info = changePersonalInfo(unsealJson(deps.sealer, owner.sealed_personal_info), body.personalInfo ?? {});
  const share = body.ownershipPercentage ?? owner.ownership_percentage;
  const others = (await listOwnersOf(unit, tenant, [owner.customer_id])).filter(({ id }) => id !== owner.id);
  const refusal = refuseFieldErrors([...brokenPersonRules(info, now), ...brokenShareRules(others, share)]);
  if (refusal !== undefined) return refusal;

  const row: BeneficialOwnerRow = {
    ...owner,
    roles: body.roles === undefined ? owner.roles : writeJson(body.roles),
    ownership_percentage: share,
    sealed_personal_info: sealJson(deps.sealer, info),
    updated_at: now,
  };
  updateBeneficialOwnerRow(unit, row);
  await context.deps.lifeCycle.onCustomerChanged(context, business.id);
  return { status: 200, body: viewBeneficialOwner(row, deps.sealer) };
}
