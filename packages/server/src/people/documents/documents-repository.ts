import type { DocumentHolder, DocumentType } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { DocumentRow } from './document-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<Key, DocumentRow>('findDocument', (db, { tenant, id }) =>
  db.selectFrom('documents').selectAll().where('tenant', '=', tenant).where('id', '=', id),
);

export function findDocument(unit: Unit, tenant: number, id: string): Promise<DocumentRow | undefined> {
  return unit.first(find, { tenant, id });
}

interface Kind {
  readonly tenant: number;
  readonly holderId: DocumentHolder;
  readonly documentType: DocumentType;
  readonly side: DocumentRow['side'];
}

const findOfKind = statement<Kind, { id: string }>(
  'findDocumentOfKind',
  (db, { tenant, holderId, documentType, side }) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('tenant', '=', tenant)
      .where('holder_id', '=', holderId)
      .where('document_type', '=', documentType)
      .where('side', '=', side),
);

/** The one document of a type and side that a holder can have. */
export async function findDocumentOfKind(unit: Unit, kind: Kind): Promise<string | undefined> {
  return (await unit.first(findOfKind, kind))?.id;
}

export function insertDocument(unit: Unit, row: DocumentRow): void {
  unit.insert('documents', [row]);
}

const replace = statement<DocumentRow, never>('replaceDocument', (db, row) =>
  db
    .updateTable('documents')
    .set({
      country: row.country,
      sealed_description: row.sealed_description,
      file_key: row.file_key,
      content_type: row.content_type,
      size_bytes: row.size_bytes,
      updated_at: row.updated_at,
    })
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id),
);

export function replaceDocumentRow(unit: Unit, row: DocumentRow): void {
  unit.write(replace, row);
}

const remove = statement<Key, never>('removeDocument', (db, { tenant, id }) =>
  db.deleteFrom('documents').where('tenant', '=', tenant).where('id', '=', id),
);

export function removeDocument(unit: Unit, key: Key): void {
  unit.write(remove, key);
}

const listOfCustomer = statement<{ readonly tenant: number; readonly customerId: string }, DocumentRow>(
  'listDocumentsOfCustomer',
  (db, { tenant, customerId }) =>
    db
      .selectFrom('documents')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId)
      .orderBy('id'),
);

/** Everything on file about a customer and about the people who own it. */
export function listDocumentsOfCustomer(unit: Unit, tenant: number, customerId: string): Promise<DocumentRow[]> {
  return unit.all(listOfCustomer, { tenant, customerId });
}

const markSubmitted = statement<{ readonly tenant: number; readonly customerId: string; readonly now: Instant }, never>(
  'markDocumentsSubmitted',
  (db, { tenant, customerId, now }) =>
    db
      .updateTable('documents')
      .set({ submitted_at: now })
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId),
);

/** What a verification has seen cannot be deleted any more. */
export function markDocumentsSubmitted(unit: Unit, tenant: number, customerId: string, now: Instant): void {
  unit.write(markSubmitted, { tenant, customerId, now });
}
