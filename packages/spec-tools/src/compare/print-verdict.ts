import { styleText } from 'node:util';
import type { ReportedChange, Verdict } from './verdict.ts';

const mostUsers = 5;

function usersLine({ usedBy }: ReportedChange): string[] {
  if (usedBy.length === 0) return [];
  const rest = usedBy.length - mostUsers;
  return [`  Used by ${usedBy.slice(0, mostUsers).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`];
}

function changeLines(change: ReportedChange): string[] {
  // Colours only on a terminal; `styleText` checks the stream and NO_COLOR.
  const colour = change.kind === 'breaking' ? 'red' : 'green';
  const name = styleText(colour, `${change.kind} ${change.rule}`, { stream: process.stdout });
  return [
    `${name}  ${styleText('bold', change.path, { stream: process.stdout })}`,
    `  ${change.message} ${change.means}`,
    ...(change.instead === undefined ? [] : [`  Instead: ${change.instead}`]),
    ...usersLine(change),
  ];
}

function summary({ before, now, breaking, compatible, isAllowed }: Verdict, baseline: string): string[] {
  const counts = `${breaking.length} breaking and ${compatible.length} compatible changes since ${baseline}.`;
  if (breaking.length === 0 && isAllowed) return [counts];
  if (isAllowed) return [counts, `The interface has moved from ${before} to ${now}, so they may break.`];
  if (now < before) return [counts, `The date of the interface went back from ${before} to ${now}.`];
  return [
    counts,
    `Callers of ${now} would break. Apply the alternative under "Instead", or give the interface a new date: in info.version`,
    'and in servers of spec/openapi.yaml. CONTRIBUTING.md says what else a new date requires.',
  ];
}

/** The verdict for people: breaking changes first, then compatible ones if requested. */
export function verdictText(verdict: Verdict, baseline: string, showsAll: boolean): string {
  const shown = showsAll ? [...verdict.breaking, ...verdict.compatible] : verdict.breaking;
  return [...shown.flatMap(changeLines), ...summary(verdict, baseline)].map((line) => `${line}\n`).join('');
}
