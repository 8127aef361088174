import { escapeHtml } from './html.ts';

/** A table that scrolls inside its own box. Cells are HTML. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], caption?: string): string {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const lines = rows.map((row) => {
    const cells = row.map((cell, index) => `<td data-label="${escapeHtml(columns[index] ?? '')}">${cell}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  const title = caption === undefined ? '' : `<caption>${escapeHtml(caption)}</caption>`;
  return `<div class="wide" tabindex="0"><table>${title}<thead><tr>${head}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div>`;
}

/** A name in code, which may break after its underscores, dots and slashes so that a column stays narrow. */
export function code(name: string): string {
  return `<code>${escapeHtml(name).replaceAll(/([_./])/g, '$1<wbr>')}</code>`;
}
