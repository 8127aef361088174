import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import { statedFacts } from '../../engines/uma/field-names.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type CustomerInformation, findCustomerInformation } from '../../people/customers/find-customer.ts';
import type { TransactionRow } from './transaction-row.ts';

type Reading = Pick<WorkContext, 'unit' | 'tenant'>;

/** The fields that the sender's provider requests about the receiving customer. */
function wantedOf(row: TransactionRow): readonly CounterpartyFieldDefinition[] {
  const requested = row.uma?.requested_fields ?? null;
  return requested === null ? [] : readJson(requested);
}

async function onFileAbout({ unit, tenant }: Reading, row: TransactionRow): Promise<CustomerInformation> {
  return row.customer_id === null ? {} : findCustomerInformation(unit, tenant, row.customer_id);
}

/** The requested fields that are not on file. */
export async function requestedPayeeFields(
  context: Reading,
  row: TransactionRow,
): Promise<CounterpartyFieldDefinition[]> {
  const onFile = await onFileAbout(context, row);
  return wantedOf(row).filter(({ name }) => onFile[name] === undefined);
}

/** The mandatory fields that neither the data on file nor the approval has. */
export async function missingPayeeFields(
  context: Reading,
  row: TransactionRow,
  given: PartyInformation,
): Promise<string[]> {
  const wanted = await requestedPayeeFields(context, row);
  const stated = statedFacts(given);
  return wanted.filter(({ name, mandatory }) => mandatory && stated[name] === undefined).map(({ name }) => name);
}

/** The requested fields of the receiver for the sender's provider, and nothing else. */
export async function informationAboutPayee(
  context: Reading,
  row: TransactionRow,
  given: PartyInformation,
): Promise<PartyInformation> {
  const known: PartyInformation = { ...(await onFileAbout(context, row)), ...statedFacts(given) };
  return Object.fromEntries(
    wantedOf(row).flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
}
