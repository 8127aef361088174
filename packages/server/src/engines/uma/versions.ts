import { getMajorVersion, selectHighestSupportedVersion, UmaProtocolVersion } from '@uma-sdk/core';

/** The version that is asked for first. */
export const newestVersion = UmaProtocolVersion;

/**
 * The SDK also reads major version 0, in which the answer to a pay request has no signature: whoever carries it could
 * change who is paid. It is not spoken here.
 */
export const majorVersions: readonly number[] = [1];

/** The major version of a text such as `1.0`; `undefined` where it is none that is spoken here. */
export function knownMajorVersion(version: string): number | undefined {
  if (!/^\d{1,3}\.\d{1,3}$/.test(version)) return undefined;
  const major = getMajorVersion(version);
  return majorVersions.includes(major) ? major : undefined;
}

/** The newest version that both sides speak; `undefined` where there is none. */
export function commonVersion(offered: unknown): string | undefined {
  const known = majorVersions.filter((major) => Array.isArray(offered) && offered.includes(major));
  return known.length === 0 ? undefined : selectHighestSupportedVersion([...known]);
}
