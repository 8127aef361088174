import type { Verification } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { VerificationRow } from './verification-row.ts';

export function viewVerification(row: VerificationRow): Verification {
  return {
    id: storedId('Verification', row.id),
    customerId: storedId('Customer', row.customer_id),
    verificationStatus: row.status,
    errors: readJson(row.errors),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
