/** What a change is called, what it does to a caller of the version before, and what to do instead. */
export interface ChangeRule {
  readonly means: string;
  /** Only breaking changes have another way. */
  readonly instead?: string;
}

const keepBoth = 'Keep the old one beside the new one and mark it as deprecated.';
const leaveOptional = 'Leave it optional, and say in its description what happens without it.';
const widenOnly = 'Accept what was accepted before; narrow it for new fields and operations only.';
const newField = 'Leave the field as it is and add a new, optional one.';

export const breakingRules = {
  'operation-removed': { means: 'Calls of the operation are answered with 404 or 405.', instead: keepBoth },
  'operation-moved': { means: 'Calls of the old method and path find nothing.', instead: 'Serve it at both.' },
  'operation-id-changed': { means: 'Generated clients name the operation by it.', instead: 'Keep the operationId.' },
  'parameter-removed': { means: 'What callers ask for with it is ignored.', instead: 'Go on obeying it.' },
  'parameter-required': { means: 'Calls without it are refused.', instead: leaveOptional },
  'parameter-style-changed': { means: 'Values are read in another way.', instead: 'Keep style and explode.' },
  'request-body-required': { means: 'Calls without a body are refused.', instead: leaveOptional },
  'request-body-removed': { means: 'What callers send is ignored.', instead: 'Go on reading it.' },
  'request-content-removed': { means: 'Bodies of this type are refused.', instead: 'Take both types.' },
  'request-field-removed': { means: 'What callers send in it is ignored.', instead: 'Go on obeying it.' },
  'request-field-required': { means: 'Requests without the field are refused.', instead: leaveOptional },
  'request-fields-closed': { means: 'Requests with further fields are refused.', instead: widenOnly },
  'request-type-narrowed': { means: 'Values that were valid are refused.', instead: widenOnly },
  'request-value-removed': { means: 'A value that was valid is refused.', instead: keepBoth },
  'request-format-narrowed': { means: 'Values that were valid may be refused.', instead: widenOnly },
  'request-pattern-narrowed': { means: 'Values that were valid may be refused.', instead: widenOnly },
  'request-bounds-narrowed': { means: 'Values that were valid are refused.', instead: widenOnly },
  'request-condition-narrowed': { means: 'Combinations that were valid are refused.', instead: widenOnly },
  'request-union-member-removed': { means: 'Requests of this kind are refused.', instead: keepBoth },
  'request-union-changed': { means: 'Requests are distinguished in another way.', instead: 'Keep the discriminator.' },
  'request-default-changed': { means: 'Requests without the value now mean something else.', instead: 'Keep it.' },
  'response-status-removed': { means: 'Callers wait for an answer that no longer comes.', instead: 'Keep the status.' },
  'response-success-added': {
    means: 'Callers take the new success for the old one.',
    instead: 'Answer it only where the caller asked for it, in a new operation.',
  },
  'response-content-removed': { means: 'Callers cannot read the answer.', instead: 'Keep the type of the body.' },
  'response-header-removed': { means: 'Callers miss the header.', instead: 'Go on sending it.' },
  'response-header-optional': { means: 'Callers miss the header at times.', instead: 'Go on sending it always.' },
  'response-field-removed': { means: 'Callers miss the field.', instead: 'Go on sending it, marked as deprecated.' },
  'response-field-optional': { means: 'Callers miss the field at times.', instead: 'Go on sending it always.' },
  'response-field-nullable': { means: 'Callers find null where a value was.', instead: newField },
  'response-type-widened': { means: 'Callers find values of a type that they do not expect.', instead: newField },
  'response-value-removed': {
    means: 'Callers wait for a value that no longer comes, and their code may not compile.',
    instead: 'Leave it in the list and say in the description that it is no longer sent.',
  },
  'response-format-widened': { means: 'Callers may fail to read the value.', instead: newField },
  'response-pattern-widened': { means: 'Callers may refuse or cut the value.', instead: newField },
  'response-bounds-widened': { means: 'Values may not fit where callers keep them.', instead: newField },
  'response-condition-widened': { means: 'What was always there may be missing.', instead: newField },
  'response-union-member-removed': { means: 'Callers wait for a kind that no longer comes.', instead: keepBoth },
  'response-union-changed': { means: 'Callers distinguish the kinds by something else.', instead: newField },
  'id-pattern-changed': { means: 'Stored ids and checks of ids no longer fit.', instead: 'Keep the form of the ids.' },
  'security-tightened': { means: 'Credentials that sufficed are refused.', instead: 'Go on taking them.' },
  'permission-changed': { means: 'Tokens that sufficed are refused.', instead: 'Keep the permission.' },
  'error-code-removed': {
    means: 'Callers decide on a code that no longer comes.',
    instead: 'Leave it in the list, or answer the new code in new cases only.',
  },
  'error-code-moved': { means: 'Callers look for the code under another status.', instead: 'Make a new code.' },
  'idempotency-changed': { means: 'A repeat has another effect than before.', instead: 'Keep x-idempotent.' },
  'sunset-brought-forward': { means: 'Callers planned with a later day.', instead: 'Keep the day or set a later one.' },
  'event-removed': { means: 'Receivers wait for an event that no longer comes.', instead: 'Go on sending it.' },
  'event-answer-removed': { means: 'What receivers answer is taken for a failure.', instead: 'Go on taking it.' },
  'terminal-state-reopened': {
    means: 'Callers have stopped to follow what now goes on.',
    instead: 'Leave the state an end, unless callers were told otherwise from the first: then say so in `reopened`.',
  },
  'currency-removed': { means: 'Amounts in it cannot be read.', instead: 'Leave it in the table.' },
  'currency-changed': { means: 'Amounts are read as others than they are.', instead: 'Keep decimals and kind.' },
  'rail-removed': { means: 'Payments that name the rail are refused.', instead: 'Go on taking it.' },
  'base-path-changed': {
    means: 'Every call finds nothing.',
    instead: 'Move the path together with the date in info.version, or not at all.',
  },
  'keyword-changed': {
    means: 'This check does not know the keyword, so the change counts as breaking.',
    instead: 'Say the same with another keyword, or teach packages/spec-tools/src/compare this one.',
  },
} as const satisfies Record<string, ChangeRule & { readonly instead: string }>;

export const compatibleRules = {
  'operation-added': { means: 'There is more to call.' },
  'parameter-added': { means: 'There is more to ask for.' },
  'parameter-optional': { means: 'It may be left out.' },
  'request-body-optional': { means: 'The body may be left out.' },
  'request-content-added': { means: 'There is another type to send.' },
  'request-field-added': { means: 'There is more to say.' },
  'request-field-optional': { means: 'It may be left out.' },
  'request-widened': { means: 'More is accepted than before.' },
  'request-value-added': { means: 'There is more to choose from.' },
  'request-union-member-added': { means: 'There is another kind to send.' },
  'response-status-added': { means: 'There is another refusal; callers treat what they do not know by its class.' },
  'response-content-added': { means: 'There is another type to ask for.' },
  'response-header-added': { means: 'Callers ignore headers that they do not know.' },
  'response-field-added': { means: 'Callers ignore fields that they do not know.' },
  'response-field-guaranteed': { means: 'It is always there now.' },
  'response-narrowed': { means: 'Less is to be expected than before.' },
  'response-value-added': { means: 'Readers let values pass that they do not know.' },
  'response-union-member-added': { means: 'Readers let kinds pass that they do not know.' },
  'security-loosened': { means: 'More credentials suffice.' },
  'error-code-added': { means: 'Callers treat codes that they do not know by their status.' },
  'retry-changed': { means: 'Whether a repeat helps is advice, and safe either way.' },
  'idempotency-added': { means: 'A key may be sent now.' },
  deprecated: { means: 'It still works, and says until when.' },
  'sunset-changed': { means: 'It works for longer, or its end has a day for the first time.' },
  'event-added': { means: 'Receivers answer 2xx to events that they do not know.' },
  'event-answer-added': { means: 'Receivers have one more answer.' },
  'terminal-state-corrected': { means: 'Callers were told from the first that more may follow.' },
  'currency-added': { means: 'There is another currency.' },
  'rail-added': { means: 'There is another rail.' },
} as const satisfies Record<string, ChangeRule>;

export type BreakingRule = keyof typeof breakingRules;
export type CompatibleRule = keyof typeof compatibleRules;
export type RuleName = BreakingRule | CompatibleRule;

export const changeRules: Readonly<Record<RuleName, ChangeRule>> = { ...breakingRules, ...compatibleRules };

export function isBreaking(rule: RuleName): rule is BreakingRule {
  return rule in breakingRules;
}
