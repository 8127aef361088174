/**
 * The suffixes by which callers choose what the sandbox does (docs/sandbox.md). Every room that reads one has a table
 * by these, so a suffix that is not here does not compile; and nothing that the server generates ends so.
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
] as const;

export type SandboxSuffix = (typeof sandboxSuffixes)[number];

const known: ReadonlySet<string> = new Set(sandboxSuffixes);

function isMagic(ending: string): ending is SandboxSuffix {
  return known.has(ending);
}

/** The last three characters of a name or a number, if they are magic. */
export function nameSuffix(text: string | null | undefined): SandboxSuffix | undefined {
  const ending = (text ?? '').slice(-3);
  return isMagic(ending) ? ending : undefined;
}

/**
 * The three digits that decide, at the end of the identifier or, where it has a domain, of its user part.
 * Wallet addresses in base 58 have no 0 and those in bech32 no 1; the letters o and l stand for them.
 */
export function sandboxSuffix(identifier: string): SandboxSuffix | undefined {
  const at = identifier.indexOf('@');
  if (at >= 0) return nameSuffix(identifier.slice(0, at));
  return nameSuffix(identifier.slice(-3).replaceAll('o', '0').replaceAll('l', '1'));
}

/** What a table has for the ending, if it is one of its own. */
export function wished<T>(
  table: Readonly<Partial<Record<SandboxSuffix, T>>>,
  ending: SandboxSuffix | undefined,
): T | undefined {
  return ending === undefined ? undefined : table[ending];
}

/** One in thirty thousand ends so twice, and nothing a hundred times unless the attempts are all the same. */
const mostAttempts = 100;

/** What the first attempt makes that ends in no magic ending: else the sandbox would take for a wish what nobody has typed. */
export function withoutSandboxSuffix(make: (attempt: number) => string): string {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const made = make(attempt);
    if (sandboxSuffix(made) === undefined) return made;
  }
  throw new Error('an identifier keeps its magic ending, however often it is made');
}
