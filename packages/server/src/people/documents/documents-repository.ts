import { sortedBy, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { DocumentRow } from './tables.ts';

const documents = table('documents');
const find = documents.find('id');

export function findDocument(unit: Unit, tenant: number, id: string): Promise<DocumentRow | undefined> {
  return unit.first(find, { tenant, id });
}

const findOfKind = documents.find('holder_id', 'document_type', 'side');

/** A holder can have one document of each type and side. */
export async function findDocumentOfKind(
  unit: Unit,
  kind: Pick<DocumentRow, 'tenant' | 'holder_id' | 'document_type' | 'side'>,
): Promise<string | undefined> {
  return (await unit.first(findOfKind, kind))?.id;
}

export function insertDocument(unit: Unit, row: DocumentRow): void {
  unit.insert('documents', [row]);
}

const replace = documents.update(
  ['country', 'sealed_description', 'file_key', 'content_type', 'size_bytes', 'updated_at'],
  'id',
);

export function replaceDocumentRow(unit: Unit, row: DocumentRow): void {
  unit.write(replace, row);
}

const remove = documents.delete('id');

export function removeDocument(unit: Unit, tenant: number, id: string): void {
  unit.write(remove, { tenant, id });
}

const listOfCustomer = statement<{ readonly tenant: number; readonly customerId: string }, DocumentRow>(
  'listDocumentsOfCustomer',
  (db, { tenant, customerId }, engine) =>
    db
      .selectFrom('documents')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId)
      .orderBy(sortedBy(engine, 'id')),
);

/** All documents of a customer and of its beneficial owners. */
export function listDocumentsOfCustomer(unit: Unit, tenant: number, customerId: string): Promise<DocumentRow[]> {
  return unit.all(listOfCustomer, { tenant, customerId });
}
