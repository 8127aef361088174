import { escapeHtml } from './html.ts';

/** The maximum width of a row, in characters, for a table to stay one on a phone; wider rows become cards there. */
const narrowRow = 38;

function lettersOf(cell: string): number {
  return cell
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&\w+;/g, '.')
    .trim().length;
}

/** The class of a table with these cells, header included: `cards` if it is too wide for a phone. */
export function tableClass(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => lettersOf(row[column] ?? ''))),
  );
  return widths.reduce((sum, width) => sum + width, 0) > narrowRow ? 'cards' : 'short';
}

/** A table that scrolls inside its own box. Cells are HTML. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const lines = rows.map((row) => {
    const cells = row.map((cell, index) => `<td data-label="${escapeHtml(columns[index] ?? '')}">${cell}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<div class="wide" tabindex="0"><table class="${tableClass([columns, ...rows])}"><thead><tr>${head}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div>`;
}

/** A name in code that may wrap after underscores, dots and slashes, so that a column stays narrow. */
export function code(name: string): string {
  return `<code>${escapeHtml(name).replaceAll(/([_./])/g, '$1<wbr>')}</code>`;
}
