import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nameOf, type Release } from '../compare-spec/releases.ts';
import type { ToldChange, Verdict } from '../compare-spec/verdict.ts';

/** Where integrators are told month by month what changed: `YYYY-MM.md`. */
export interface MonthText {
  readonly month: string;
  readonly text: string;
}

export function readMonths(folder: string): MonthText[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /^\d{4}-\d{2}\.md$/.test(file))
    .sort()
    .map((file) => ({ month: basename(file, '.md'), text: readFileSync(join(folder, file), 'utf8') }));
}

/** The months that the release before did not have, the latest first; its own month counts, since it may have gone on. */
function monthsSince(months: readonly MonthText[], release: Release, previous: Release | undefined): MonthText[] {
  const first = previous?.date.slice(0, 7) ?? '';
  const last = release.date.slice(0, 7);
  return months.filter(({ month }) => month >= first && month <= last).toReversed();
}

/** Headings move one level down, below the one of the release. */
function lowered(text: string): string {
  return text.trim().replaceAll(/^(#{1,5}) /gm, '#$1 ');
}

function changeLine({ rule, path, message }: ToldChange): string {
  return `- \`${path}\`: ${message} (${rule})`;
}

function differences(verdict: Verdict | undefined, previous: Release | undefined): string[] {
  if (verdict === undefined || previous === undefined) return [];
  const lists = [
    ['Breaking', verdict.breaking],
    ['Compatible', verdict.compatible],
  ] as const;
  const told = lists.filter(([, changes]) => changes.length > 0);
  return [
    `## Every difference since ${previous.date}`,
    ...(told.length === 0 ? ['None that callers can notice.'] : []),
    ...told.map(([title, changes]) => `### ${title}\n\n${changes.map(changeLine).join('\n')}`),
  ];
}

/** What a release says about itself: the months in words, then every difference as the check found it. */
export function changeLog(
  release: Release,
  months: readonly MonthText[],
  previous: Release | undefined,
  verdict: Verdict | undefined,
): string {
  const parts = [
    `# ${nameOf(release)}`,
    `Version ${release.version} of the interface, as it was released on ${release.date}.`,
    ...monthsSince(months, release, previous).map(({ text }) => lowered(text)),
    ...differences(verdict, previous),
  ];
  return `${parts.join('\n\n')}\n`;
}
