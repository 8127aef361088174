import type { Handler } from '../../operation/operation.ts';
import { confirmTrustChange } from './beneficiary-trust.ts';

export const confirmBeneficiaryUntrust: Handler<'confirmBeneficiaryUntrust'> = (call) =>
  confirmTrustChange(call, 'UNTRUST');
