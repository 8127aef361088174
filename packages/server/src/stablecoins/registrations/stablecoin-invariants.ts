import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** The invariants of the tokens of platforms. */
export const stablecoinInvariants: readonly Invariant[] = [
  sqlInvariant(
    'stablecoins-have-links',
    'A stablecoin uses a link of its own platform to its provider.',
    sql<Breach>`select 'stablecoin ' || s.id as breach from stablecoins s
      left join stablecoin_provider_accounts a on a.tenant = s.tenant and a.id = s.link_id
      where a.id is null or a.provider <> s.provider limit 1`,
  ),
  sqlInvariant(
    'enabled-stablecoins-are-currencies',
    'A stablecoin is a currency of its platform if and only if its service operations are enabled.',
    sql<Breach>`select 'stablecoin ' || s.id as breach from stablecoins s
      left join platform_tokens t on t.tenant = s.tenant and t.code = s.currency
      where (s.service_operations_status = 'ENABLED') <> (coalesce(t.is_enabled, 0) = 1) limit 1`,
  ),
  sqlInvariant(
    'accounts-in-tokens-say-which',
    'An account in a token of its platform has the same description of the token as the platform.',
    sql<Breach>`select 'account ' || i.id as breach from internal_accounts i
      left join platform_tokens t on t.tenant = i.tenant and t.code = i.currency
      where coalesce(i.token, '') <> coalesce(t.description, '') limit 1`,
  ),
];
