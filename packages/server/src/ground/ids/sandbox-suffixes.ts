/**
 * The suffixes with which callers choose outcomes in the sandbox (docs/sandbox.md). Every room that reads them has a
 * table of this type, so an unlisted suffix does not compile. Generated identifiers never end in one.
 */
export const sandboxSuffixes = [
  '001',
  '002',
  '003',
  '004',
  '005',
  '006',
  '007',
  '008',
  '009',
  '010',
  '011',
  '012',
  '013',
  '014',
  '015',
  '016',
  '020',
  '021',
  '022',
  '102',
  '103',
  '104',
  '105',
  '106',
  '107',
  '108',
  '109',
  '201',
  '202',
  '203',
  '204',
  '205',
  '206',
  '211',
  '212',
  '213',
  '214',
  '215',
] as const;

export type SandboxSuffix = (typeof sandboxSuffixes)[number];

const known: ReadonlySet<string> = new Set(sandboxSuffixes);

function isMagic(ending: string): ending is SandboxSuffix {
  return known.has(ending);
}

/** The last three characters of a name or a number, if they are a suffix. */
export function nameSuffix(text: string | null | undefined): SandboxSuffix | undefined {
  const ending = (text ?? '').slice(-3);
  return isMagic(ending) ? ending : undefined;
}

/**
 * The deciding three digits at the end of the identifier or, if it has a domain, of its user part. Wallet addresses in
 * base 58 have no 0 and those in bech32 no 1: the letters o and l stand for them.
 */
export function sandboxSuffix(identifier: string): SandboxSuffix | undefined {
  const at = identifier.indexOf('@');
  if (at >= 0) return nameSuffix(identifier.slice(0, at));
  return nameSuffix(identifier.slice(-3).replaceAll('o', '0').replaceAll('l', '1'));
}

/** The entry of a table for the suffix, if it has one. */
export function outcomeOfSuffix<T>(
  table: Readonly<Partial<Record<SandboxSuffix, T>>>,
  ending: SandboxSuffix | undefined,
): T | undefined {
  return ending === undefined ? undefined : table[ending];
}

/** Two such endings in a row have a chance of one in thirty thousand. A hundred mean that all attempts are the same. */
const mostAttempts = 100;

/** The first attempt that does not end in a suffix, since the sandbox would take that for the caller's choice. */
export function withoutSandboxSuffix(make: (attempt: number) => string): string {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const made = make(attempt);
    if (sandboxSuffix(made) === undefined) return made;
  }
  throw new Error('every attempt at an identifier ends in a sandbox suffix');
}
