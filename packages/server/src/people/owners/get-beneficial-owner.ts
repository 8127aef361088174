import { type Handler, refuse } from '../../operation/operation.ts';
import { viewBeneficialOwner } from './beneficial-owner-view.ts';
import { findBeneficialOwner } from './beneficial-owners-repository.ts';

export const ownerNotFound = refuse(
  'NOT_FOUND',
  'No beneficial owner of the platform has this id. List the owners of the business to find it.',
);

export const getBeneficialOwner: Handler<'getBeneficialOwner'> = async ({ input: { path }, tenant, unit, deps }) => {
  const row = await findBeneficialOwner(unit, tenant, path.beneficialOwnerId);
  return row === undefined ? ownerNotFound : { status: 200, body: viewBeneficialOwner(row, deps.sealer) };
};
