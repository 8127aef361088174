import type { Surroundings } from './check-rules.ts';
import { readTest, tableRows } from './rule-table.ts';
import { titlesOf } from './test-titles.ts';

const head = '| Attack | What is done | Proof |';
/** A replacement for a proof, always with its reason. */
const admission = /^(not built|operator's part): \S/;
const command = /^`npm run ([\w:]+)( -- [^`]+)?`$/;

export interface AttackSurroundings extends Pick<Surroundings, 'read'> {
  /** The commands of the repository. */
  readonly commands: readonly string[];
}

/** The mistakes on the page of attacks, one per line: each row needs an existing proof, or states that there is none. */
export function checkAttacks(page: string, { read, commands }: AttackSurroundings): readonly string[] {
  return tableRows(page, head).flatMap(({ line, cells: [attack = '', answer = '', proofs = ''] }) => {
    const parts = proofs === '' ? [] : proofs.split('<br>').map((part) => part.trim());
    const isProved = parts.some((part) => !admission.test(part));
    const findings = parts.flatMap((part) => proofFindings(part, read, commands));
    if (attack === '') findings.push('no attack');
    if (parts.length === 0) findings.push('no proof');
    if (isProved && answer === '') findings.push('a proof of nothing');
    return findings.map((finding) => `line ${line}: ${finding}`);
  });
}

function proofFindings(part: string, read: Surroundings['read'], commands: readonly string[]): string[] {
  if (admission.test(part)) return [];
  const name = command.exec(part)?.[1];
  if (name !== undefined) return commands.includes(name) ? [] : [`no command ${name}`];
  const { file, title } = readTest(part);
  const source = read(file);
  if (source === undefined) return [`no file ${file}`];
  return titlesOf(source).has(title) ? [] : [`no test '${title}' in ${file}`];
}
