import { methods, type Schema, type Specification } from '../../types/src/specification.ts';
import { embeddedJson, escapeHtml } from './html.ts';
import { listOperations } from './operation-links.ts';
import { html, pages } from './page.ts';

/** The operations of each area, for a reader whose browser runs no scripts. */
function operationList(specification: Specification): string {
  const operations = listOperations(specification);
  return areas
    .flatMap(({ tags }) => tags)
    .map((tag) => {
      const items = operations
        .filter(({ operation }) => operation.tags?.[0] === tag)
        .map(
          ({ path, method, operation: { summary = '' } }) =>
            `<li><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</li>`,
        );
      return `<h2>${escapeHtml(tag)}</h2><ul>${items.join('\n')}</ul>`;
    })
    .join('\n');
}

export function referencePage(specification: Specification, product: string): string {
  const loading = '<p class="loading">Loading the reference…</p>';
  const unscripted = `<noscript><div class="unscripted text"><h1>${pages.reference.title}</h1>
<p>A script draws the whole reference, and none runs here. These are its operations; <a href="openapi.yaml">openapi.yaml</a> has their parameters, bodies and answers.</p>
${operationList(specification)}</div></noscript>`;
  const body = `<main id="main"><div id="redoc">${loading}${unscripted}</div></main>`;
  const scripts = ['redoc.standalone.js', 'specification.js', 'reference.js'];
  return html(pages.reference, product, { body, scripts, isWhole: true });
}

/** The areas of the interface in menu order. An area without a group would not be shown, which a test checks. */
export const areas: readonly { readonly name: string; readonly tags: readonly string[] }[] = [
  { name: 'Payments', tags: ['Quotes', 'Transactions', 'Receivers', 'Exchange rates', 'Same-currency transfers'] },
  { name: 'Accounts', tags: ['Internal accounts', 'External accounts', 'Discoveries', 'VASPs'] },
  {
    name: 'Customers',
    tags: ['Customers', 'Verifications', 'Contact verification', 'Documents', 'Strong customer authentication'],
  },
  { name: 'UMA', tags: ['UMA providers', 'Invitations'] },
  { name: 'Wallets, cards, tokens', tags: ['Embedded wallet auth', 'Cards', 'Stablecoins'] },
  { name: 'Agents', tags: ['Agent management', 'Agent operations'] },
  {
    name: 'Platform',
    tags: ['Platform configuration', 'API tokens', 'Webhooks', 'Events', 'Requests', 'Sandbox', 'Sandbox worlds'],
  },
];

function linked(text: string | undefined, addresses: ReadonlyMap<string, string>): string | undefined {
  return text?.replaceAll(/(?<!\[)`([^`\n]+)`/g, (whole, name: string) => {
    const address = addresses.get(name);
    return address === undefined ? whole : `[${whole}](${address})`;
  });
}

/** The operations, with the names in their descriptions linked to their explanations. */
function withLinks(items: Specification['paths'], addresses: ReadonlyMap<string, string>): Specification['paths'] {
  const linkedItems = Object.entries(items).map(([path, item]) => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      if (operation?.description === undefined) return [];
      return [[method, { ...operation, description: linked(operation.description, addresses) ?? '' }] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }] as const;
  });
  return Object.fromEntries(linkedItems);
}

/**
 * The specification with a title for each variant that only lists required fields: Redoc would show all of them with
 * the title of the whole.
 */
function withNamedVariants<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(withNamedVariants) as T;
  const members = Object.entries(node).map(([name, member]: [string, unknown]) => {
    const named = withNamedVariants(member);
    return [name, name === 'anyOf' && Array.isArray(named) ? named.map(nameVariant) : named] as const;
  });
  return Object.fromEntries(members) as T;
}

function nameVariant(variant: Schema): Schema {
  const { title, type, $ref, required } = variant;
  const isNamed = title !== undefined || type !== undefined || $ref !== undefined;
  return isNamed || required === undefined ? variant : { title: `With ${required.join(', ')}`, ...variant };
}

/** The specification as a script, because a page from the file system may not use fetch. */
export function specificationScript(specification: Specification, addresses: ReadonlyMap<string, string>): string {
  const own = ['x-error-catalogue', 'x-state-tables', 'x-currencies', 'x-accounts', 'x-regions'];
  const shown = Object.fromEntries(Object.entries(specification).filter(([name]) => !own.includes(name)));
  const paths = withLinks(specification.paths, addresses);
  const whole = withNamedVariants({ ...shown, paths, 'x-tagGroups': areas });
  return `globalThis.specification = ${embeddedJson(whole)};\n`;
}

const foreignLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const emptyImage = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%221%22 height=%221%22/%3E';

/** The place in Redoc's bundle that adds the rules of an unused scroll bar to the styles of the page. */
const scrollBarListing = /\.push(?=\(\[e\.id,"\.ps\{)/;

/** Parts of Redoc that are replaced: an image from another host, and the colours of patterns and of `true` in samples. */
export const replaced = [
  [foreignLogo, emptyImage],
  ['#0e7c86', 'var(--property)'],
  ['#e64441', '#ff9b9b'],
] as const;

/** Redoc's bundle with the replaced parts, and without one style that it adds. */
export function localRedoc(bundle: string): string {
  if (!replaced.every(([its]) => bundle.includes(its)) || !scrollBarListing.test(bundle))
    throw new Error('Redoc no longer has the picture, a colour or the style that is replaced here: check it.');
  return replaced
    .reduce((text, [its, ours]) => text.replaceAll(its, ours), bundle)
    .replace(scrollBarListing, '.concat')
    .replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');
}
