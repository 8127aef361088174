import { renderSVG } from 'uqr';
import { escapeHtml } from '../html.ts';

/** A text as the picture that a phone reads. */
export function qrCode(text: string): string {
  return `<figure class="qr">${renderSVG(text)}<figcaption><code>${escapeHtml(text)}</code></figcaption></figure>`;
}
