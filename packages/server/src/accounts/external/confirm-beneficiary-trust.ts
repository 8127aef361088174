import type { Handler } from '../../operation/operation.ts';
import { confirmTrustChange } from './beneficiary-trust.ts';

export const confirmBeneficiaryTrust: Handler<'confirmBeneficiaryTrust'> = (call) => confirmTrustChange(call, 'TRUST');
