import { writeJson } from '../../ground/json/json-text.ts';
import { sealJson } from '../../ground/sealing/sealed-json.ts';
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
import { insertBeneficialOwner, listOwnersOf } from './beneficial-owners-repository.ts';
import { brokenCountRules, brokenPersonRules, brokenShareRules } from './owner-rules.ts';
import { changePersonalInfo } from './personal-info.ts';
import type { BeneficialOwnerRow } from './tables.ts';

export const createBeneficialOwner: Handler<'createBeneficialOwner'> = withFieldRules(
  ({ personalInfo = {} }, { now }) => brokenPersonRules(personalInfo, now),
  create,
);

async function create({
  input: { body },
  ...context
}: Call<'createBeneficialOwner'>): Promise<Outcome<'createBeneficialOwner'>> {
  const { unit, tenant, now, deps } = context;
  const sent = brokenPersonRules(body.personalInfo, now);
  const customer = await lockActiveCustomer(unit, tenant, body.customerId);
  if (isRefusal(customer)) return refuseFieldErrors(sent) ?? customer;
  const isBusiness = customer.customer_type === 'BUSINESS';
  const others = await listOwnersOf(unit, tenant, [customer.id]);
  const refusal = refuseFieldErrors([
    ...sent,
    ...(isBusiness ? [] : [{ field: 'customerId', message: 'Send the id of a business: a person has no owners.' }]),
    ...brokenCountRules(others),
    ...brokenShareRules(others, body.ownershipPercentage),
  ]);
  if (refusal !== undefined) return refusal;

  const row: BeneficialOwnerRow = {
    tenant,
    id: deps.ids.next('BeneficialOwner'),
    customer_id: customer.id,
    roles: writeJson(body.roles),
    ownership_percentage: body.ownershipPercentage,
    sealed_personal_info: sealJson(deps.sealer, changePersonalInfo(body.personalInfo, body.personalInfo)),
    kyc_status: 'UNVERIFIED',
    created_at: now,
    updated_at: now,
  };
  insertBeneficialOwner(unit, row);
  await context.deps.lifeCycle.onCustomerChanged(context, customer.id);
  return { status: 201, body: viewBeneficialOwner(row, deps.sealer) };
}
