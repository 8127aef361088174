import type { Specification } from '../../../types/src/specification.ts';
import { type Change, jsonPath } from './change.ts';
import { compareSpecifications } from './compare-specifications.ts';
import { changeRules, isBreaking, type RuleName } from './rules.ts';
import { usersOf } from './usage.ts';

/** A change as it is reported: where it is, what it does, whom it touches and what to do instead. */
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
  /** Versions of the interface, as their `info.version` says. */
  readonly before: string;
  readonly now: string;
  /** False where callers of the version before would break without having moved to another one. */
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

/** Whether the new version may take the place of the old one: breaking callers takes another date of the interface. */
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
