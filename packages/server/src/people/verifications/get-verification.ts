import { type Handler, refuse } from '../../operation/operation.ts';
import { viewVerification } from './verification-view.ts';
import { findVerification } from './verifications-repository.ts';

export const getVerification: Handler<'getVerification'> = async ({ input: { path }, tenant, unit }) => {
  const row = await findVerification(unit, tenant, path.verificationId);
  if (row !== undefined) return { status: 200, body: viewVerification(row) };
  return refuse(
    'VERIFICATION_NOT_FOUND',
    'No verification of the platform has this id. List the verifications to find it.',
  );
};
