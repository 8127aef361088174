import { renderSVG } from 'uqr';
import { escapeHtml } from '../html.ts';

/** A text as a QR code. */
export function qrCode(text: string): string {
  return `<figure class="qr">${renderSVG(text)}<figcaption><code>${escapeHtml(text)}</code></figcaption></figure>`;
}
