import type { Handler } from '../../operation/operation.ts';
import { startTrustChange } from './beneficiary-trust.ts';

export const startBeneficiaryTrust: Handler<'startBeneficiaryTrust'> = (call) => startTrustChange(call, 'TRUST');
