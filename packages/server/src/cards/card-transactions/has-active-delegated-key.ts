import type { Spender } from './card-transactions-repository.ts';

/**
 * Whether the service may take money from an embedded wallet for a card: its owner has signed a delegated key for that.
 * Nobody can sign one yet, so no wallet pays.
 */
export function hasActiveDelegatedKey(_spender: Pick<Spender, 'funding_source_id'>): boolean {
  return false;
}
