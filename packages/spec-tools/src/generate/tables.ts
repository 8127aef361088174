import { join } from 'node:path';
import type { Dependencies } from '../../../types/src/dependency-facts.ts';
import type { BankingCalendar, RailFacts } from '../../../types/src/rail-facts.ts';
import type {
  AccountFacts,
  Currency,
  Dictionary,
  ErrorEntry,
  Region,
  StateTable,
} from '../../../types/src/specification.ts';
import { readYamlFolder, type YamlFile } from './yaml-folder.ts';

/** The tables beside the interface, which are part of the bundle. */
export interface Tables {
  readonly errors: Dictionary<ErrorEntry>;
  readonly states: Dictionary<StateTable>;
  readonly currencies: Dictionary<Currency>;
  readonly accounts: Dictionary<AccountFacts>;
  readonly regions: Dictionary<Region>;
  readonly rails: Dictionary<RailFacts>;
  readonly calendars: Dictionary<BankingCalendar>;
  readonly dependencies: Dictionary<Dependencies>;
}

type Shape = Readonly<Record<string, 'string' | 'number' | 'boolean' | 'array' | 'object'>>;

const errorShape: Shape = {
  code: 'string',
  status: 'number',
  title: 'string',
  meaning: 'string',
  action: 'string',
  retryable: 'boolean',
};
const stateShape: Shape = {
  resource: 'string',
  title: 'string',
  initial: 'array',
  terminal: 'array',
  states: 'object',
  transitions: 'array',
};
const currencyShape: Shape = {
  code: 'string',
  name: 'string',
  symbol: 'string',
  decimals: 'number',
  kind: 'string',
};
const regionShape: Shape = {
  code: 'string',
  name: 'string',
  demandsStrongCustomerAuthentication: 'boolean',
  countries: 'array',
};
const railShape: Shape = {
  rail: 'string',
  name: 'string',
  usualSeconds: 'number',
};
const calendarShape: Shape = {
  calendar: 'string',
  name: 'string',
  timeZone: 'string',
  opensAt: 'string',
  cutoffAt: 'string',
  weekend: 'array',
  holidays: 'array',
};
const dependencyShape: Shape = {
  resource: 'string',
  title: 'string',
  ways: 'object',
  rows: 'array',
};
const accountShape: Shape = {
  accountType: 'string',
  currencies: 'array',
  kind: 'string',
  identifier: 'string',
  rails: 'array',
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'object';
}

function hasShape<Row>(value: unknown, shape: Shape, where: string): value is Row {
  if (!isRecord(value)) throw new Error(`${where}: expected an object.`);
  for (const [field, kind] of Object.entries(shape)) {
    const found = kindOf(value[field]);
    if (found !== kind) throw new Error(`${where}: ${field} must be of type ${kind}, not ${found}.`);
  }
  return true;
}

function tableOf<Row>(files: readonly YamlFile[], shape: Shape, key: (row: Row) => string): Dictionary<Row> {
  const rows: [string, Row][] = [];
  for (const file of files) {
    const row = file.content;
    if (!hasShape<Row>(row, shape, file.path)) continue;
    if (key(row) !== file.name) throw new Error(`${file.path}: describes ${key(row)}, so name the file after it.`);
    rows.push([key(row), row]);
  }
  return Object.fromEntries(rows.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function accountsOf(files: readonly YamlFile[]): Dictionary<AccountFacts> {
  const rows: [string, AccountFacts][] = [];
  for (const file of files) {
    if (!isRecord(file.content)) continue;
    const facts: unknown = file.content['x-account'];
    if (facts === undefined || !hasShape<AccountFacts>(facts, accountShape, file.path)) continue;
    rows.push([facts.accountType, facts]);
  }
  const types = rows.map(([type]) => type);
  const twice = types.find((type, index) => types.indexOf(type) !== index);
  if (twice !== undefined) throw new Error(`x-account: two schemas describe ${twice}.`);
  return Object.fromEntries(rows.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A rail that works in banking hours must say which hours. */
function railsOf(files: readonly YamlFile[], calendars: Dictionary<BankingCalendar>): Dictionary<RailFacts> {
  const rails = tableOf<RailFacts>(files, railShape, (row) => row.rail);
  for (const { rail, bankingDays, calendars: own = {} } of Object.values(rails)) {
    if ((bankingDays !== undefined) !== (own['ANY'] !== undefined))
      throw new Error(`rails/${rail}.yaml: bankingDays and the calendar of ANY currency belong together.`);
    const unknown = Object.values(own).find((name) => calendars[name] === undefined);
    if (unknown !== undefined) throw new Error(`rails/${rail}.yaml: there is no calendar ${unknown}.`);
  }
  return rails;
}

export function readTables(specFolder: string): Tables {
  const calendars = tableOf<BankingCalendar>(
    readYamlFolder(join(specFolder, 'calendars')),
    calendarShape,
    (row) => row.calendar,
  );
  return {
    errors: tableOf<ErrorEntry>(readYamlFolder(join(specFolder, 'errors')), errorShape, (row) => row.code),
    states: tableOf<StateTable>(readYamlFolder(join(specFolder, 'states')), stateShape, (row) => row.resource),
    currencies: tableOf<Currency>(readYamlFolder(join(specFolder, 'currencies')), currencyShape, (row) => row.code),
    regions: tableOf<Region>(readYamlFolder(join(specFolder, 'regions')), regionShape, (row) => row.code),
    rails: railsOf(readYamlFolder(join(specFolder, 'rails')), calendars),
    calendars,
    dependencies: tableOf<Dependencies>(
      readYamlFolder(join(specFolder, 'dependencies')),
      dependencyShape,
      (row) => row.resource,
    ),
    accounts: accountsOf(readYamlFolder(join(specFolder, 'schemas'), 'x-account:')),
  };
}
