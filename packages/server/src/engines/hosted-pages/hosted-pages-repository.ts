import type { Instant } from '../../ground/clock/instant.ts';
import { tenantExists } from '../../ground/database/existing-tenant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { HostedOutcome, HostedPageRow } from './hosted-page.ts';

const find = statement<{ readonly tokenHash: string }, HostedPageRow>('findHostedPage', (db, { tokenHash }) =>
  db
    .selectFrom('hosted_pages')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where(tenantExists('hosted_pages.tenant')),
);

/** Old pages may have a redirect that no browser can open: it is ignored. */
export async function findHostedPage(unit: Unit, tokenHash: string): Promise<HostedPageRow | undefined> {
  const page = await unit.first(find, { tokenHash });
  if (page === undefined || page.redirect_uri === null || URL.canParse(page.redirect_uri)) return page;
  return { ...page, redirect_uri: null };
}

interface Use {
  readonly tokenHash: string;
  readonly outcome: HostedOutcome;
  readonly now: Instant;
}

const use = statement<Use, HostedPageRow>('useHostedPage', (db, { tokenHash, outcome, now }) =>
  db
    .updateTable('hosted_pages')
    .set({ status: 'COMPLETED', outcome, completed_at: now })
    .where('token_hash', '=', tokenHash)
    .where('status', '=', 'OPEN')
    .where('expires_at', '>', now)
    .returningAll(),
);

/** Uses an open page. Of several attempts only one gets the row. */
export function useHostedPage(unit: Unit, parameters: Use): Promise<HostedPageRow | undefined> {
  return unit.first(use, parameters);
}
