import type { Specification } from '../../../types/src/specification.ts';
import { type OperationPlace, operationsOf } from './operations.ts';
import type { Finding, Rule } from './rule.ts';

const nameForm = /^[a-z]+(?:_[a-z]+)*$/;

function takesAgents({ operation }: OperationPlace, { security }: Specification): boolean {
  return (operation.security ?? security ?? []).some((requirement) => Object.hasOwn(requirement, 'AgentAuth'));
}

function isSentence(text: unknown): boolean {
  return typeof text === 'string' && /^[A-Z].*\.$/s.test(text);
}

function amiss({ operation }: OperationPlace, isForAgents: boolean, names: readonly (string | undefined)[]): string[] {
  const tool = operation['x-agent-tool'];
  if (!isForAgents)
    return tool === undefined ? [] : ['The operation does not accept agents, so it must not have x-agent-tool.'];
  if (tool === undefined) return ['x-agent-tool must describe the operation for a language model.'];
  return [
    ...(nameForm.test(tool.name) ? [] : ['name must be lower-case words with _ between them.']),
    ...(names.filter((name) => name === tool.name).length > 1 ? [`Another tool also has the name ${tool.name}.`] : []),
    ...(['when', 'next'] as const).flatMap((part) =>
      isSentence(tool[part]) ? [] : [`${part} must be whole sentences.`],
    ),
  ];
}

export const agentTools: Rule = {
  name: 'agent-tools',
  demands:
    'An operation of agents has x-agent-tool, its description for a language model: a unique name, when to use it, ' +
    'and the next step.',
  check(specification): Finding[] {
    const places = operationsOf(specification);
    const names = places.map(({ operation }) => operation['x-agent-tool']?.name);
    return places.flatMap((place) =>
      amiss(place, takesAgents(place, specification), names).map((message) => ({
        path: [...place.path, 'x-agent-tool'],
        message,
      })),
    );
  },
};
