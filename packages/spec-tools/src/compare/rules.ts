/** The names of changes, with the effect on a caller of the earlier version and the alternative. */
export interface ChangeRule {
  readonly means: string;
  /** Only breaking changes have an alternative. */
  readonly instead?: string;
}

const keepBoth = 'Keep the old one beside the new one, marked as deprecated.';
const leaveOptional = 'Keep it optional, and describe what happens without it.';
const widenOnly = 'Accept the values that were accepted before; be stricter only for new fields and operations.';
const newField = 'Leave the field unchanged and add a new, optional one.';

export const breakingRules = {
  'operation-removed': { means: 'Calls of the operation get 404 or 405.', instead: keepBoth },
  'operation-moved': { means: 'Calls of the old method and path get 404 or 405.', instead: 'Serve it at both.' },
  'operation-id-changed': {
    means: 'Generated clients use it as the name of the operation.',
    instead: 'Keep the operationId.',
  },
  'parameter-removed': { means: 'The value that callers send is ignored.', instead: 'Continue to apply it.' },
  'parameter-required': { means: 'Calls without it are refused.', instead: leaveOptional },
  'parameter-style-changed': { means: 'Values are parsed differently.', instead: 'Keep style and explode.' },
  'request-body-required': { means: 'Calls without a body are refused.', instead: leaveOptional },
  'request-body-removed': { means: 'The body that callers send is ignored.', instead: 'Continue to read it.' },
  'request-content-removed': { means: 'Bodies of this type are refused.', instead: 'Accept both types.' },
  'request-field-removed': { means: 'The value that callers send is ignored.', instead: 'Continue to apply it.' },
  'request-field-required': { means: 'Requests without the field are refused.', instead: leaveOptional },
  'request-fields-closed': { means: 'Requests with other fields are refused.', instead: widenOnly },
  'request-type-narrowed': { means: 'Values that were valid are refused.', instead: widenOnly },
  'request-value-removed': { means: 'A value that was valid is refused.', instead: keepBoth },
  'request-format-narrowed': { means: 'Values that were valid may be refused.', instead: widenOnly },
  'request-pattern-narrowed': { means: 'Values that were valid may be refused.', instead: widenOnly },
  'request-bounds-narrowed': { means: 'Values that were valid are refused.', instead: widenOnly },
  'request-condition-narrowed': { means: 'Combinations that were valid are refused.', instead: widenOnly },
  'request-union-member-removed': { means: 'Requests of this kind are refused.', instead: keepBoth },
  'request-union-changed': {
    means: 'Kinds of requests are distinguished differently.',
    instead: 'Keep the discriminator.',
  },
  'request-default-changed': { means: 'Requests without the value have a different meaning.', instead: 'Keep it.' },
  'response-status-removed': {
    means: 'Callers expect a response that is no longer sent.',
    instead: 'Keep the status.',
  },
  'response-success-added': {
    means: 'Callers treat the new success like the old one.',
    instead: 'Return it only when the caller requests it, in a new operation.',
  },
  'response-content-removed': { means: 'Callers cannot read the response.', instead: 'Keep the type of the body.' },
  'response-header-removed': { means: 'Callers miss the header.', instead: 'Continue to send it.' },
  'response-header-optional': { means: 'The header is sometimes missing.', instead: 'Continue to always send it.' },
  'response-field-removed': { means: 'Callers miss the field.', instead: 'Continue to send it, marked as deprecated.' },
  'response-field-optional': { means: 'The field is sometimes missing.', instead: 'Continue to always send it.' },
  'response-field-nullable': { means: 'Callers get null instead of a value.', instead: newField },
  'response-type-widened': { means: 'Callers get values of a type that they do not expect.', instead: newField },
  'response-value-removed': {
    means: 'Callers expect a value that is no longer sent, and their code may not compile.',
    instead: 'Leave it in the list and say in the description that it is no longer sent.',
  },
  'response-format-widened': { means: 'Callers may fail to read the value.', instead: newField },
  'response-pattern-widened': { means: 'Callers may refuse or truncate the value.', instead: newField },
  'response-bounds-widened': { means: 'Values may not fit into the storage of callers.', instead: newField },
  'response-condition-widened': { means: 'A value that was always present may be missing.', instead: newField },
  'response-union-member-removed': { means: 'Callers expect a kind that is no longer sent.', instead: keepBoth },
  'response-union-changed': { means: 'Callers distinguish the kinds by another field.', instead: newField },
  'id-pattern-changed': {
    means: 'Stored ids and checks of ids no longer match.',
    instead: 'Keep the form of the ids.',
  },
  'security-tightened': { means: 'Credentials that were sufficient are refused.', instead: 'Continue to accept them.' },
  'permission-changed': { means: 'Tokens that were sufficient are refused.', instead: 'Keep the permission.' },
  'error-code-removed': {
    means: 'Callers branch on a code that is no longer returned.',
    instead: 'Keep returning it, or return the new code only in new cases.',
  },
  'error-code-moved': { means: 'Callers expect the code with another status.', instead: 'Add a new code.' },
  'idempotency-changed': { means: 'A repeat has a different effect than before.', instead: 'Keep x-idempotent.' },
  'sunset-brought-forward': { means: 'Callers planned with a later day.', instead: 'Keep the day or set a later one.' },
  'event-removed': { means: 'Receivers expect an event that is no longer sent.', instead: 'Continue to send it.' },
  'event-answer-removed': { means: 'A response of receivers counts as a failure.', instead: 'Continue to accept it.' },
  'terminal-state-reopened': {
    means: 'Callers no longer follow a resource that now continues.',
    instead: 'Keep the state final, unless the documentation always said otherwise: then say so in `reopened`.',
  },
  'currency-removed': { means: 'Amounts in it cannot be read.', instead: 'Leave it in the table.' },
  'currency-changed': { means: 'Callers read wrong amounts.', instead: 'Keep decimals and kind.' },
  'rail-removed': { means: 'Payments that name the rail are refused.', instead: 'Continue to accept it.' },
  'base-path-changed': {
    means: 'Every call gets 404.',
    instead: 'Change the path only together with the date in info.version.',
  },
  'keyword-changed': {
    means: 'This check does not know the keyword, so the change counts as breaking.',
    instead: 'Use another keyword, or add support for it in packages/spec-tools/src/compare.',
  },
} as const satisfies Record<string, ChangeRule & { readonly instead: string }>;

export const compatibleRules = {
  'operation-added': { means: 'There is another operation.' },
  'parameter-added': { means: 'There is another optional parameter.' },
  'parameter-optional': { means: 'It may be omitted.' },
  'request-body-optional': { means: 'The body may be omitted.' },
  'request-content-added': { means: 'There is another accepted media type.' },
  'request-field-added': { means: 'There is another optional field.' },
  'request-field-optional': { means: 'It may be omitted.' },
  'request-widened': { means: 'More is accepted than before.' },
  'request-value-added': { means: 'There is another accepted value.' },
  'request-union-member-added': { means: 'There is another accepted kind.' },
  'response-status-added': { means: 'There is another refusal; callers treat an unknown status by its class.' },
  'response-content-added': { means: 'There is another media type to request.' },
  'response-header-added': { means: 'Callers ignore headers that they do not know.' },
  'response-field-added': { means: 'Callers ignore fields that they do not know.' },
  'response-field-guaranteed': { means: 'It is now always present.' },
  'response-narrowed': { means: 'Fewer values are possible than before.' },
  'response-value-added': { means: 'Readers tolerate values that they do not know.' },
  'response-union-member-added': { means: 'Readers tolerate kinds that they do not know.' },
  'security-loosened': { means: 'More credentials are accepted.' },
  'error-code-added': { means: 'Callers treat codes that they do not know by their status.' },
  'retry-changed': { means: 'Whether a repeat helps is only advice; both are safe.' },
  'idempotency-added': { means: 'A key is now accepted.' },
  deprecated: { means: 'It still works, and states until when.' },
  'sunset-changed': { means: 'It works for longer, or has a sunset for the first time.' },
  'event-added': { means: 'Receivers respond with 2xx to events that they do not know.' },
  'event-answer-added': { means: 'Receivers may return one more status.' },
  'terminal-state-corrected': { means: 'The documentation always said that the state is not final.' },
  'currency-added': { means: 'There is another currency.' },
  'rail-added': { means: 'There is another rail.' },
} as const satisfies Record<string, ChangeRule>;

export type BreakingRule = keyof typeof breakingRules;
type CompatibleRule = keyof typeof compatibleRules;
export type RuleName = BreakingRule | CompatibleRule;

export const changeRules: Readonly<Record<RuleName, ChangeRule>> = { ...breakingRules, ...compatibleRules };

export function isBreaking(rule: RuleName): rule is BreakingRule {
  return rule in breakingRules;
}
