import type { Handler } from '../../operation/operation.ts';
import { startTrustChange } from './beneficiary-trust.ts';

export const startBeneficiaryUntrust: Handler<'startBeneficiaryUntrust'> = (call) => startTrustChange(call, 'UNTRUST');
