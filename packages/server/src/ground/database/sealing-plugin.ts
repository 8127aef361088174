import {
  ColumnNode,
  type ColumnUpdateNode,
  ColumnUpdateNode as ColumnUpdates,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import { type SealedColumn, sealedColumnsOf } from './sealed-columns.ts';

/** Stands in a query for a value of a sealed column, or for its digest. */
export class SealedSlot {
  readonly value: unknown;
  readonly column: SealedColumn;
  readonly isDigest: boolean;

  constructor(value: unknown, column: SealedColumn, isDigest = false) {
    this.value = value;
    this.column = column;
    this.isDigest = isDigest;
  }
}

/** Finds the values that inserts and updates write to sealed columns, anywhere in a statement. */
class SealingTransformer extends OperationNodeTransformer {
  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const insert = super.transformInsertQuery(node);
    const sealed = sealedColumnsOf(insert.into?.table.identifier.name ?? '');
    const { columns, values } = insert;
    if (sealed === undefined || columns === undefined || values === undefined || !ValuesNode.is(values)) return insert;
    const all = [...columns];
    const places = columns.map(({ column }, index): Place => ({ index, sealed: sealed[column.name], isDigest: false }));
    for (const place of [...places]) {
      if (place.sealed?.digest === undefined) continue;
      all.push(ColumnNode.create(place.sealed.digest));
      places.push({ ...place, isDigest: true });
    }
    const wrapped = ValuesNode.create(values.values.map((list) => wrapList(list, places)));
    const { onConflict } = insert;
    if (onConflict?.updates === undefined) return { ...insert, columns: all, values: wrapped };
    // The update of an upsert changes a row like any update.
    const updates = onConflict.updates.flatMap((change) => wrapUpdate(change, sealed));
    return { ...insert, columns: all, values: wrapped, onConflict: { ...onConflict, updates } };
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const update = super.transformUpdateQuery(node);
    const sealed = sealedColumnsOf(tableOf(update.table));
    if (sealed === undefined || update.updates === undefined) return update;
    return { ...update, updates: update.updates.flatMap((change) => wrapUpdate(change, sealed)) };
  }
}

type ValueList = ReturnType<typeof PrimitiveValueListNode.create> | ReturnType<typeof ValueListNode.create>;

/** The value of a row for a column. */
interface Place {
  readonly index: number;
  readonly sealed: SealedColumn | undefined;
  readonly isDigest: boolean;
}

function wrapList(list: ValueList, places: readonly Place[]): ValueList {
  if (PrimitiveValueListNode.is(list)) {
    return PrimitiveValueListNode.create(
      places.map(({ index, sealed, isDigest }) => {
        const value = list.values[index];
        return sealed === undefined ? value : new SealedSlot(value, sealed, isDigest);
      }),
    );
  }
  return ValueListNode.create(
    places.map(({ index, sealed, isDigest }) => {
      const value = list.values[index];
      if (value === undefined) throw new Error('a row has fewer values than columns');
      return sealed === undefined ? value : wrapNode(value, sealed, isDigest);
    }),
  );
}

function wrapNode(node: OperationNode, column: SealedColumn, isDigest = false): OperationNode {
  if (!ValueNode.is(node)) throw new Error('a sealed column accepts only plain values');
  return ValueNode.create(new SealedSlot(node.value, column, isDigest));
}

function wrapUpdate(change: ColumnUpdateNode, sealed: Readonly<Record<string, SealedColumn>>): ColumnUpdateNode[] {
  const name = ColumnNode.is(change.column) ? change.column.column.name : '';
  const column = sealed[name];
  if (column === undefined) return [change];
  const wrapped = ColumnUpdates.create(change.column, wrapNode(change.value, column));
  if (column.digest === undefined) return [wrapped];
  return [wrapped, ColumnUpdates.create(ColumnNode.create(column.digest), wrapNode(change.value, column, true))];
}

function tableOf(node: OperationNode | undefined): string {
  return node === undefined ? '' : (tablesIn(node)[0] ?? '');
}

/** All tables that a query names. */
function tablesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('kind' in node && node.kind === 'SchemableIdentifierNode' && 'identifier' in node) {
    const { identifier } = node;
    return typeof identifier === 'object' && identifier !== null && 'name' in identifier
      ? [String(identifier.name)]
      : [];
  }
  return Object.values(node).flatMap(tablesIn);
}

/** The columns of a query's result that may be sealed; `undefined` if none of its tables has any. */
export function columnsToOpen(node: unknown): readonly string[] | undefined {
  const columns = tablesIn(node).flatMap((table) => Object.keys(sealedColumnsOf(table) ?? {}));
  return columns.length === 0 ? undefined : [...new Set(columns)];
}

const transformer = new SealingTransformer();

export const sealingPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
};
