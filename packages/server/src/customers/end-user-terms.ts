import type { EndUserTerms } from '@payments-platform/types';

/** Every version of the end user terms that was ever published, the current one last. */
const publishedTerms = [
  { version: 'V1', url: 'https://terms.example.com/end-user/V1' },
] as const satisfies readonly EndUserTerms[];

export function currentTerms(): EndUserTerms {
  return publishedTerms[publishedTerms.length - 1] ?? publishedTerms[0];
}

/** Customers may have accepted an older version than the current one. */
export function wasPublished(version: string): boolean {
  return publishedTerms.some((terms) => terms.version === version);
}
