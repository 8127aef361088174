import { promises } from 'node:dns';

/**
 * Reads the TXT records of a name: none if the name or its records do not exist, `undefined` if no name server answers
 * in time.
 */
export type ReadDomainTexts = (name: string) => Promise<readonly string[] | undefined>;

/** For one query to one name server. A second try doubles it, and there may be several servers. */
const timeoutMs = 1_500;
const tries = 2;
/** A caller waits meanwhile. */
const longestMs = 5_000;

const answersWithoutTexts = new Set(['ENOTFOUND', 'ENODATA']);

/** Queries the name servers of the system, or the given ones. */
export function createReadDomainTexts(nameServers?: readonly string[]): ReadDomainTexts {
  return async (name) => {
    // A resolver reads once which name servers the system has.
    const resolver = new promises.Resolver({ timeout: timeoutMs, tries });
    if (nameServers !== undefined) resolver.setServers(nameServers);
    const limit = setTimeout(() => resolver.cancel(), longestMs);
    try {
      // A long text comes in parts (RFC 7208, section 3.3).
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code = '' } = error as { readonly code?: string };
      return answersWithoutTexts.has(code) ? [] : undefined;
    } finally {
      clearTimeout(limit);
    }
  };
}
