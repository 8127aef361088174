import type { StateTable } from '../../../types/src/specification.ts';
import type { Finding, Rule } from './rule.ts';
import { declaredEventTypes } from './webhook-types.ts';

type Complaint = (step: readonly (string | number)[], message: string) => Finding;

function reachable(table: StateTable): Set<string> {
  const reached = new Set(table.transitions.filter(({ from }) => from === null).map(({ to }) => to));
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of table.transitions) if (from !== null && reached.has(from)) reached.add(to);
  }
  return reached;
}

/** `*` at the start of an event stands for every event family that has this event. */
function isKnown(event: string, events: ReadonlySet<string>): boolean {
  return event.startsWith('*') ? [...events].some((type) => type.endsWith(event.slice(1))) : events.has(event);
}

function checkTransitions(table: StateTable, events: ReadonlySet<string>, complain: Complaint): Finding[] {
  const seen = new Set<string>();
  return table.transitions.flatMap(({ from, trigger, to, when, event }, index) => {
    const findings: Finding[] = [];
    const report = (field: string, message: string) => findings.push(complain(['transitions', index, field], message));
    const key = `${from ?? 'start'} + ${trigger}`;
    if (seen.has(key)) report('trigger', `${key} is in the table twice.`);
    seen.add(key);
    if (from !== null && !(from in table.states)) report('from', `${from} is not a state of this table.`);
    if (!(to in table.states)) report('to', `${to} is not a state of this table.`);
    if (!/^[A-Z]+(_[A-Z]+)*$/.test(trigger)) report('trigger', `${trigger} is not a verb in capitals.`);
    if ((when ?? '').trim() === '') report('when', 'A transition must say when it happens.');
    if (event !== undefined && !isKnown(event, events)) report('event', `${event} is not the type of a webhook.`);
    return findings;
  });
}

function checkEnds(table: StateTable, complain: Complaint): Finding[] {
  const starts = new Set(table.transitions.filter(({ from }) => from === null).map(({ to }) => to));
  const reached = reachable(table);
  const states = Object.keys(table.states);
  const exits = (state: string) => table.transitions.some(({ from, to }) => from === state && to !== state);
  const isTerminal = (state: string) => table.terminal.includes(state);
  return [
    ...table.terminal
      .filter((state) => !(state in table.states))
      .map((state) => complain(['terminal'], `${state} is not a state of this table.`)),
    ...Object.keys(table.reopened ?? {})
      .filter((state) => !(state in table.states) || isTerminal(state))
      .map((state) => complain(['reopened', state], `${state} has no transition out of it.`)),
    ...states
      .filter((state) => starts.has(state) !== table.initial.includes(state))
      .map((state) => complain(['initial'], `initial and the transitions from null disagree about ${state}.`)),
    ...states
      .filter((state) => !reached.has(state))
      .map((state) => complain(['states', state], `${state} is unreachable.`)),
    ...states
      .filter((state) => isTerminal(state) === exits(state))
      .map((state) =>
        complain(
          ['terminal'],
          isTerminal(state)
            ? `${state} is terminal, but has a transition out of it.`
            : `${state} is not terminal, but has no transition out of it.`,
        ),
      ),
  ];
}

export const stateTables: Rule = {
  name: 'state-tables',
  demands: 'A state table is a function from state and trigger to state, with known events and no dead ends.',
  check(specification) {
    const events = declaredEventTypes(specification);
    return Object.entries(specification['x-state-tables'] ?? {}).flatMap(([resource, table]) => {
      const complain: Complaint = (step, message) => ({ path: ['x-state-tables', resource, ...step], message });
      return [...checkTransitions(table, events, complain), ...checkEnds(table, complain)];
    });
  },
};
