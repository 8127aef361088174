import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
/** A bank rail, a blockchain network, or a transfer inside the service. */
export type RailName = keyof typeof rails;

/** A banking calendar. */
export type BankingCalendarName = keyof typeof bankingCalendars;
`;

export function railTable(tables: Tables): Artifact {
  return generatedModule('rails', [
    constantTable('rails', 'Every rail and network with its usual settlement time.', tables.rails),
    constantTable('bankingCalendars', 'Business hours of banks, by country or payment system.', tables.calendars),
    types,
  ]);
}
