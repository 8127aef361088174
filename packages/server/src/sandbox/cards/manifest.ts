import type { Manifest } from '../../operation/manifest.ts';
import { sandboxSimulateCardAuthorization } from './sandbox-simulate-card-authorization.ts';
import { sandboxSimulateCardAuthorizationAdvice } from './sandbox-simulate-card-authorization-advice.ts';
import { sandboxSimulateCardAuthorizationReversal } from './sandbox-simulate-card-authorization-reversal.ts';
import { sandboxSimulateCardBalanceInquiry } from './sandbox-simulate-card-balance-inquiry.ts';
import { sandboxSimulateCardClearing } from './sandbox-simulate-card-clearing.ts';
import { sandboxSimulateCardCreditAuthorization } from './sandbox-simulate-card-credit-authorization.ts';
import { sandboxSimulateCardCreditAuthorizationAdvice } from './sandbox-simulate-card-credit-authorization-advice.ts';
import { sandboxSimulateCardFinancialAuthorization } from './sandbox-simulate-card-financial-authorization.ts';
import { sandboxSimulateCardFinancialCreditAuthorization } from './sandbox-simulate-card-financial-credit-authorization.ts';
import { sandboxSimulateCardReturn } from './sandbox-simulate-card-return.ts';
import { sandboxSimulateCardReturnReversal } from './sandbox-simulate-card-return-reversal.ts';

export const manifest = {
  operations: {
    sandboxSimulateCardAuthorization,
    sandboxSimulateCardAuthorizationAdvice,
    sandboxSimulateCardAuthorizationReversal,
    sandboxSimulateCardBalanceInquiry,
    sandboxSimulateCardClearing,
    sandboxSimulateCardCreditAuthorization,
    sandboxSimulateCardCreditAuthorizationAdvice,
    sandboxSimulateCardFinancialAuthorization,
    sandboxSimulateCardFinancialCreditAuthorization,
    sandboxSimulateCardReturn,
    sandboxSimulateCardReturnReversal,
  },
} satisfies Manifest;
