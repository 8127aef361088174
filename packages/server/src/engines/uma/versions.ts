import { getMajorVersion, selectHighestSupportedVersion, UmaProtocolVersion } from '@uma-sdk/core';

/** The version that is requested first. */
export const newestVersion = UmaProtocolVersion;

/**
 * The SDK also reads major version 0, in which the response to a pay request has no signature, so an intermediary could
 * replace the payee. It is not supported.
 */
export const majorVersions: readonly number[] = [1];

/** The major version of a text such as `1.0`; `undefined` if it is not supported. */
export function knownMajorVersion(version: string): number | undefined {
  if (!/^\d{1,3}\.\d{1,3}$/.test(version)) return undefined;
  const major = getMajorVersion(version);
  return majorVersions.includes(major) ? major : undefined;
}

/** The newest version that both sides support; `undefined` if there is none. */
export function commonVersion(offered: unknown): string | undefined {
  const known = majorVersions.filter((major) => Array.isArray(offered) && offered.includes(major));
  return known.length === 0 ? undefined : selectHighestSupportedVersion([...known]);
}
