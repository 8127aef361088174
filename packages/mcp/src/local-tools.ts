import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { inlined, loadSpecification, type PlainSchema, type Specification } from '@payments-platform/types/spec';
import type { Answer } from './answer.ts';
import { agentTools } from './generated/agent-tools.ts';

/** Tools without an operation of their own. */
export const findPaymentTool: Tool = {
  name: 'find_payment',
  title: 'Find the state of a payment',
  description:
    'Find the state of a payment that you requested, by its intent. Use it when you have lost a response, or when you are not sure whether you have already paid. Without an intent it lists the latest requests. It moves no money.',
  inputSchema: {
    type: 'object',
    properties: { intent: { type: 'string', description: 'The intent of the payment request.' } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const kindArgument = 'accountType';

/** The kinds of accounts, as `add_payee` lists them. */
const kindSchema: PlainSchema =
  agentTools.find(({ name }) => name === 'add_payee')?.inputSchema.properties['accountInfo']?.properties?.[
    kindArgument
  ] ?? {};

export const describePayeeKindTool: Tool = {
  name: 'describe_payee_kind',
  title: 'Describe a kind of payee',
  description:
    'List the fields that `accountInfo` of `add_payee` has for one kind of account. Use it before you add a payee, and ask the person for the required fields.',
  inputSchema: {
    type: 'object',
    properties: { [kindArgument]: { ...kindSchema, description: 'The kind of account.' } },
    required: [kindArgument],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** Loaded on first use, because the specification is large. */
let specification: Specification | undefined;

export function describePayeeKind(accountType: unknown): Answer {
  specification ??= loadSpecification();
  const kinds = inlined(specification, { $ref: '#/components/schemas/ExternalAccountCreateInfoOneOf' }).oneOf ?? [];
  const found = kinds.find((kind) => kind.properties?.[kindArgument]?.const === accountType);
  if (found === undefined) {
    const known = kinds.flatMap((kind) => kind.properties?.[kindArgument]?.const ?? []);
    return { outcome: 'REFUSED', text: `There is no such kind of account. Kinds are ${known.join(', ')}.` };
  }
  const text = `An account of the kind ${String(accountType)} needs ${(found.required ?? []).join(', ')}. The schema of accountInfo follows.`;
  return { outcome: 'READ', text, data: found };
}
