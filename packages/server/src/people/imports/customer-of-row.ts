import type { ImportRow } from './read-rows.ts';

type Fields = Record<string, unknown>;

/** The present cells, under their new names. */
function taken(cells: ImportRow['cells'], names: Readonly<Record<string, string>>): Fields {
  const pairs = Object.entries(names).map(([column, field]) => [field, cells[column]]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

const always = {
  umaAddress: 'umaAddress',
  platformCustomerId: 'platformCustomerId',
  region: 'region',
  email: 'email',
  phoneNumber: 'phoneNumber',
};
const addressColumns = {
  addressLine1: 'line1',
  addressLine2: 'line2',
  city: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
};
const individualColumns = { fullName: 'fullName', birthDate: 'birthDate' };
const businessColumns = {
  businessLegalName: 'legalName',
  businessRegistrationNumber: 'registrationNumber',
  businessTaxId: 'taxId',
  country: 'country',
};

/** The columns that a row of the type requires, besides those of every row. */
const neededColumns: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['INDIVIDUAL', ['fullName', 'birthDate']],
  ['BUSINESS', ['businessLegalName']],
]);
const neededOfAll = ['addressLine1', 'city', 'state', 'postalCode', 'country'];

/** The unchecked body that `POST /customers` would have for the row. */
export function customerOfRow({ cells }: ImportRow): Fields {
  const customerType = cells['customerType'];
  const details =
    customerType === 'BUSINESS' ? { businessInfo: taken(cells, businessColumns) } : taken(cells, individualColumns);
  return { customerType, ...taken(cells, always), ...details, address: taken(cells, addressColumns) };
}

/** The required columns that the row leaves empty. */
export function missingColumns({ cells }: ImportRow): string[] {
  const needed = ['umaAddress', 'platformCustomerId', 'customerType', ...neededOfAll];
  const ofType = neededColumns.get(cells['customerType']) ?? [];
  return [...needed, ...ofType].filter((column) => cells[column] === undefined);
}

/** The column of a field of the body. */
export function columnOf(field: string): string {
  const [head = '', tail] = field.split('.');
  const columns = head === 'address' ? addressColumns : head === 'businessInfo' ? businessColumns : {};
  return Object.entries(columns).find(([, name]) => name === tail)?.[0] ?? field;
}
