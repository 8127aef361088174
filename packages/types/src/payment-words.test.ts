import { expect, test } from 'vitest';
import { loadSpecification } from './spec.ts';

interface Schema {
  readonly enum?: readonly string[];
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function schemaOf(name: string): Schema {
  const schemas = loadSpecification().components?.schemas as Readonly<Record<string, Schema>> | undefined;
  const schema = schemas?.[name];
  if (schema === undefined) throw new Error(`the specification has no schema ${name}`);
  return schema;
}

const wordsOf = (name: string): readonly string[] => schemaOf(name).enum ?? [];

test('the failure reasons keep LIGHTNING_PAYMENT_FAILED and lack removed codes such as TIMEOUT', () => {
  const words = wordsOf('OutgoingTransactionFailureReason');
  expect(words).toEqual(expect.arrayContaining(['LIGHTNING_PAYMENT_FAILED', 'COUNTERPARTY_POST_TX_FAILED']));
  for (const removed of ['EXECUTION_FAILED_POST_DEBIT', 'SETTLEMENT_FAILED', 'TIMEOUT', 'MANUAL_REFUND']) {
    expect(words).not.toContain(removed);
  }
});

test('transactionHash in the reconciliation instructions is deprecated and still present', () => {
  expect(schemaOf('ReconciliationInstructions').properties?.['transactionHash']).toMatchObject({ deprecated: true });
});

test('TransactionStatus lists REFUNDED, and the outgoing and incoming statuses do not', () => {
  expect(wordsOf('TransactionStatus')).toContain('REFUNDED');
  expect(wordsOf('OutgoingTransactionStatus')).not.toContain('REFUNDED');
  expect(wordsOf('IncomingTransactionStatus')).not.toContain('REFUNDED');
});

test('a transaction is INCOMING, OUTGOING or CARD, and a refund is PENDING, COMPLETED or FAILED', () => {
  expect([...wordsOf('TransactionType')].sort()).toEqual(['CARD', 'INCOMING', 'OUTGOING']);
  expect([...wordsOf('RefundStatus')].sort()).toEqual(['COMPLETED', 'FAILED', 'PENDING']);
  expect([...wordsOf('RefundReason')].sort()).toEqual(['TIMEOUT', 'TRANSACTION_FAILED', 'USER_CANCELLATION']);
});
