/** Elements in which names are not linked: they are links already, or not prose. */
const closed = 'a|pre|h[1-4]|summary|svg|head';

const piece = new RegExp(`<(?<slash>/?)(?:${closed})\\b[^>]*>|<code>(?<code>(?:[^<]|<wbr>)*)</code>`, 'g');

function textOf(code: string): string {
  return code
    .replaceAll('<wbr>', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Links the names of operations, error codes and events in code spans to their explanations. */
export function linkNames(html: string, addresses: ReadonlyMap<string, string>): string {
  let depth = 0;
  return html.replaceAll(piece, (whole, ...matched) => {
    const { slash, code } = matched.at(-1) as { slash?: string; code?: string };
    if (code === undefined) {
      depth += slash === '/' ? -1 : 1;
      return whole;
    }
    const address = depth > 0 ? undefined : addresses.get(textOf(code));
    return address === undefined ? whole : `<a class="name" href="${address}">${whole}</a>`;
  });
}
