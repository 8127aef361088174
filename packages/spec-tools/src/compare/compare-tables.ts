import type { Dictionary, Specification, StateTable } from '../../../types/src/specification.ts';
import type { DocumentPath } from '../rules/rule.ts';
import { type Changes, without } from './change.ts';

function* compareCatalogue(before: Specification, now: Specification): Changes {
  const [old, current] = [before['x-error-catalogue'] ?? {}, now['x-error-catalogue'] ?? {}];
  for (const [code, entry] of Object.entries(old)) {
    const path = ['x-error-catalogue', code];
    const found = current[code];
    if (found === undefined) yield { rule: 'error-code-removed', path, message: `${code} was removed.` };
    else if (found.status !== entry.status) {
      yield { rule: 'error-code-moved', path, message: `${code} was a ${entry.status}; now it is a ${found.status}.` };
    } else if (found.retryable !== entry.retryable) {
      yield { rule: 'retry-changed', path, message: `A repeat now ${found.retryable ? 'helps' : 'does not help'}.` };
    }
  }
  for (const code of without(Object.keys(current), Object.keys(old))) {
    yield { rule: 'error-code-added', path: ['x-error-catalogue', code], message: `${code} is new.` };
  }
}

function* compareStates(path: DocumentPath, before: StateTable, now: StateTable): Changes {
  for (const state of without(before.terminal, now.terminal)) {
    if (now.states[state] === undefined) continue;
    const told = now.reopened?.[state];
    yield told === undefined
      ? { rule: 'terminal-state-reopened', path, message: `${state} was a final state; now it is not.` }
      : { rule: 'terminal-state-corrected', path, message: `${state} was marked as final by mistake. ${told}` };
  }
}

function* compareCurrencies(before: Specification, now: Specification): Changes {
  const [old, current] = [before['x-currencies'] ?? {}, now['x-currencies'] ?? {}];
  for (const [code, currency] of Object.entries(old)) {
    const path = ['x-currencies', code];
    const found = current[code];
    if (found === undefined) yield { rule: 'currency-removed', path, message: `${code} was removed.` };
    else if (found.decimals !== currency.decimals || found.kind !== currency.kind) {
      const [was, is] = [currency, found].map(({ decimals, kind }) => `${kind} with ${decimals} decimals`);
      yield { rule: 'currency-changed', path, message: `${code} was ${was}; now it is ${is}.` };
    }
  }
  for (const code of without(Object.keys(current), Object.keys(old))) {
    yield { rule: 'currency-added', path: ['x-currencies', code], message: `${code} is new.` };
  }
}

function* compareRails(before: Specification, now: Specification): Changes {
  const accounts = now['x-accounts'] ?? {};
  for (const [type, { rails }] of Object.entries(before['x-accounts'] ?? {})) {
    const current = accounts[type]?.rails;
    // A removed account kind is reported by the comparison of unions.
    if (current === undefined) continue;
    const path = ['x-accounts', type, 'rails'];
    for (const rail of without(rails, current)) {
      yield { rule: 'rail-removed', path, message: `${rail} no longer reaches a ${type}.` };
    }
    for (const rail of without(current, rails)) {
      yield { rule: 'rail-added', path, message: `${rail} reaches a ${type} now.` };
    }
  }
}

function pairsOf<Row>(before: Dictionary<Row> = {}, now: Dictionary<Row> = {}): [string, Row, Row][] {
  return Object.entries(before).flatMap(([name, row]): [string, Row, Row][] => {
    const found = now[name];
    return found === undefined ? [] : [[name, row, found]];
  });
}

/** The tables that travel with the interface: error codes, states, currencies and the rails of account kinds. */
export function* compareTables(before: Specification, now: Specification): Changes {
  yield* compareCatalogue(before, now);
  for (const [resource, old, current] of pairsOf(before['x-state-tables'], now['x-state-tables'])) {
    yield* compareStates(['x-state-tables', resource, 'terminal'], old, current);
  }
  yield* compareCurrencies(before, now);
  yield* compareRails(before, now);
}
