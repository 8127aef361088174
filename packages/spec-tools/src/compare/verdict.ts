import type { Specification } from '../../../types/src/specification.ts';
import { type Change, jsonPath } from './change.ts';
import { compareSpecifications } from './compare-specifications.ts';
import { changeRules, isBreaking, type RuleName } from './rules.ts';
import { usersOf } from './usage.ts';

/** A reported change: its place, its effect, the affected operations and events, and the alternative. */
export interface ReportedChange {
  readonly kind: 'breaking' | 'compatible';
  readonly rule: RuleName;
  readonly path: string;
  readonly message: string;
  readonly means: string;
  readonly instead?: string;
  readonly usedBy: readonly string[];
}

export interface Verdict {
  /** The versions of the interface, from `info.version`. */
  readonly before: string;
  readonly now: string;
  /** False if callers of the earlier version would break without a change of the date of the interface. */
  readonly isAllowed: boolean;
  readonly breaking: readonly ReportedChange[];
  readonly compatible: readonly ReportedChange[];
}

function reported(change: Change, users: readonly string[]): ReportedChange {
  const { means, instead } = changeRules[change.rule];
  return {
    kind: isBreaking(change.rule) ? 'breaking' : 'compatible',
    rule: change.rule,
    path: jsonPath(change.path),
    message: change.message,
    means,
    ...(instead === undefined ? {} : { instead }),
    usedBy: users,
  };
}

/** Whether the new version may replace the old one. A breaking change requires a new date of the interface. */
export function judge(before: Specification, now: Specification): Verdict {
  const [usersBefore, usersNow] = [usersOf(before), usersOf(now)];
  const changes = compareSpecifications(before, now).map((change) =>
    reported(change, [...new Set([...usersBefore(change), ...usersNow(change)])].sort()),
  );
  const breaking = changes.filter(({ kind }) => kind === 'breaking');
  return {
    before: before.info.version,
    now: now.info.version,
    isAllowed:
      before.info.version === now.info.version ? breaking.length === 0 : before.info.version < now.info.version,
    breaking,
    compatible: changes.filter(({ kind }) => kind === 'compatible'),
  };
}
