import type { Specification } from '../../types/src/specification.ts';
import { accountTable, currencyTable, railTable } from './facts/account-facts.ts';
import { describedTable } from './facts/described-table.ts';
import { mockGaps } from './facts/mock-facts.ts';
import {
  codeTable,
  deprecationTable,
  keyedOperations,
  repeatableCodes,
  signedOperations,
} from './facts/operation-facts.ts';
import { eventList, exampleBlock, sequenceTable, stateSection } from './facts/payment-facts.ts';
import { qrCode } from './facts/qr-code.ts';
import { retryTable } from './facts/retry-facts.ts';

type Facts = (specification: Specification, argument: string) => string;

const facts: Readonly<Record<string, Facts>> = {
  accounts: accountTable,
  codes: codeTable,
  currencies: currencyTable,
  deprecations: deprecationTable,
  events: eventList,
  example: exampleBlock,
  'keyed-operations': keyedOperations,
  'mock-gaps': () => mockGaps(),
  qr: (_specification, text) => qrCode(text),
  rails: railTable,
  'repeatable-codes': repeatableCodes,
  retries: () => retryTable(),
  sequences: sequenceTable,
  'signed-operations': signedOperations,
  states: stateSection,
  'table-of': describedTable,
};

/** Tables for the guides, generated from the specification and the server, so that no guide repeats them manually. */
export function factsFor(specification: Specification): (wanted: string) => string {
  return (wanted) => {
    const [name = '', ...rest] = wanted.split(' ');
    const fact = facts[name];
    if (fact === undefined) throw new Error(`There are no facts called "${name}".`);
    return fact(specification, rest.join(' '));
  };
}
