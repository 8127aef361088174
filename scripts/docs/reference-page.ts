import type { Specification } from '../../packages/types/src/specification.ts';
import { embeddedJson } from './html.ts';
import { html, pages } from './page.ts';

export function referencePage(product: string): string {
  const body = '<main id="reference"><p class="loading">Loading the reference…</p></main>';
  return html(pages.reference, product, body, ['redoc.standalone.js', 'specification.js', 'reference.js']);
}

/** The specification as a script, because a page opened from the file system may not fetch. */
export function specificationScript(specification: Specification): string {
  const { 'x-error-catalogue': _errors, 'x-state-tables': _states, ...shown } = specification;
  return `globalThis.specification = ${embeddedJson(shown)};\n`;
}

const foreignLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const emptyImage = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%221%22 height=%221%22/%3E';

/** Redoc's own bundle, without the one picture that it would load from another host. */
export function localRedoc(bundle: string): string {
  if (!bundle.includes(foreignLogo))
    throw new Error('Redoc no longer loads the picture that is replaced here: check it.');
  return bundle.replaceAll(foreignLogo, emptyImage).replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');
}
