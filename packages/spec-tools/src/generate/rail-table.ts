import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
/** How money travels: a bank rail, a chain, or inside the service. */
export type RailName = keyof typeof rails;

/** The days and hours of banks. */
export type BankingCalendarName = keyof typeof bankingCalendars;
`;

export function railTable(tables: Tables): Artifact {
  return generatedModule('rails', [
    constantTable('rails', 'Every rail and network with the time it usually takes.', tables.rails),
    constantTable('bankingCalendars', 'When banks work, by country or payment system.', tables.calendars),
    types,
  ]);
}
