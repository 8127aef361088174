import { Buffer } from 'node:buffer';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Random } from '../../ground/ids/ids.ts';
import { hashSecret } from '../../ground/sealing/hash-secret.ts';
import type { HostedPurposeName } from './hosted-page.ts';

export interface NewHostedPage {
  readonly purpose: HostedPurposeName;
  /** The subject of the outcome, e.g. the id of a challenge. */
  readonly subjectId: string;
  readonly customerId?: string;
  /** Where the customer continues afterwards. */
  readonly redirectUri?: string;
  readonly expiresAt: Instant;
}

export interface CreatedPage {
  readonly url: string;
  /** Part of the URL, and the only authentication of the page. */
  readonly token: string;
}

interface PageContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly now: Instant;
  readonly deps: { readonly random: Random; readonly identity: { readonly pageUrl: (token: string) => string } };
}

const tokenBytes = 32;

/** Creates a page that can be used once until it expires. Other open pages of the same subject stay open. */
export function createHostedPage({ unit, tenant, now, deps }: PageContext, page: NewHostedPage): CreatedPage {
  const token = Buffer.from(deps.random.bytes(tokenBytes)).toString('base64url');
  unit.insert('hosted_pages', [
    {
      token_hash: hashSecret(token),
      tenant,
      purpose: page.purpose,
      subject_id: page.subjectId,
      customer_id: page.customerId ?? null,
      redirect_uri: page.redirectUri ?? null,
      status: 'OPEN',
      outcome: null,
      created_at: now,
      expires_at: page.expiresAt,
      completed_at: null,
    },
  ]);
  return { url: deps.identity.pageUrl(token), token };
}
