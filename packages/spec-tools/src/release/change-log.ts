import { type Month, monthName } from '../../../docs/src/changelog.ts';
import { nameOf, type Release } from '../compare/releases.ts';
import type { ReportedChange, Verdict } from '../compare/verdict.ts';

/** The months since the previous release, the latest first; its own month is included, as it may have continued. */
function monthsSince(months: readonly Month[], release: Release, previous: Release | undefined): Month[] {
  const first = previous?.date.slice(0, 7) ?? '';
  const last = release.date.slice(0, 7);
  return months
    .filter(({ month }) => month >= first && month <= last)
    .toSorted((one, other) => (one.month < other.month ? 1 : -1));
}

/** The pages that an entry links to have other names in the documentation beside it. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').trim();
}

function monthText(month: Month): string {
  const entries = month.changes.map(({ kind, title, text }) => `- **${title}** (${kind}). ${withoutLinks(text)}`);
  return `## ${monthName(month)}\n\n${entries.join('\n')}`;
}

function changeLine({ rule, path, message }: ReportedChange): string {
  return `- \`${path}\`: ${message} (${rule})`;
}

function differences(verdict: Verdict | undefined, previous: Release | undefined): string[] {
  if (verdict === undefined || previous === undefined) return [];
  const lists = [
    ['Breaking', verdict.breaking],
    ['Compatible', verdict.compatible],
  ] as const;
  const listed = lists.filter(([, changes]) => changes.length > 0);
  return [
    `## Every difference since ${previous.date}`,
    ...(listed.length === 0 ? ['None that callers can notice.'] : []),
    ...listed.map(([title, changes]) => `### ${title}\n\n${changes.map(changeLine).join('\n')}`),
  ];
}

/** The change log of a release: the months in words, then every difference that the check found. */
export function changeLog(
  release: Release,
  months: readonly Month[],
  previous: Release | undefined,
  verdict: Verdict | undefined,
): string {
  const parts = [
    `# ${nameOf(release)}`,
    `Version ${release.version} of the interface, as it was released on ${release.date}.`,
    ...monthsSince(months, release, previous).map(monthText),
    ...differences(verdict, previous),
  ];
  return `${parts.join('\n\n')}\n`;
}
