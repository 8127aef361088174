/** Another unit changed the transaction after it was read; the work that lost has nothing left to do. */
export class TransactionMoved extends Error {}
