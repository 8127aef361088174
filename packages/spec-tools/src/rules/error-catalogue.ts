import type { ErrorEntry } from '../../../types/src/specification.ts';
import type { Finding, Rule } from './rule.ts';

/** The parts of a code's entry: what happened, why, what to do, and how to cause it. */
const explained = ['title', 'meaning', 'cause', 'action', 'sandbox'] as const;

function isSentence(text: string): boolean {
  return /^[\w"`*([][\s\S]*[.:`)]$/.test(text.trim());
}

function checkEntry(code: string, entry: ErrorEntry): Finding[] {
  const path = ['x-error-catalogue', code];
  const unclear = Object.entries(entry.details ?? {}).filter(([, meaning]) => !isSentence(meaning));
  const details = unclear.map(([name]) => ({
    path: [...path, 'details', name],
    message: `Write the meaning of ${name} in whole sentences.`,
  }));
  const facts = explained.flatMap((member) => {
    const text = entry[member] ?? '';
    if (text.trim() === '') return [{ path, message: `The entry lacks its ${member}.` }];
    if (member === 'title' || isSentence(text)) return [];
    return [{ path: [...path, member], message: `Write the ${member} in whole sentences.` }];
  });
  return [...facts, ...details];
}

export const errorCatalogue: Rule = {
  name: 'error-catalogue',
  demands: 'Each code of the catalogue has its meaning, its cause, the next step, and how to cause it in the sandbox.',
  check: (specification) =>
    Object.entries(specification['x-error-catalogue'] ?? {}).flatMap(([code, entry]) => checkEntry(code, entry)),
};
