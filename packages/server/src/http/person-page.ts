import type { IncomingMessage } from 'node:http';
import { linksPage, noticePage, securityPolicy } from '../engines/hosted-pages/hosted-page-html.ts';

type Asked = Pick<IncomingMessage, 'url' | 'headers'>;

const interfacePath = /^\/\d{4}-\d{2}-\d{2}(?:[/?]|$)/;

/** Whether the address is one for people, outside the interface: there the answer depends on the header Accept. */
export function isOutsideInterface({ url = '' }: Pick<Asked, 'url'>): boolean {
  return !interfacePath.test(url);
}

/** What a browser shows at an address at which nothing is served; `undefined` for every other caller. */
export function personPage(asked: Asked): string | undefined {
  if (!isOutsideInterface(asked) || asked.headers.accept?.includes('text/html') !== true) return undefined;
  const [path = ''] = (asked.url ?? '').split('?', 1);
  if (/^\/(?:hosted|i|terms)(?:\/|$)/.test(path))
    return noticePage(
      'This link does not work',
      'Check that the link is complete, or request a new one where you got it.',
    );
  // Relative, since a proxy may serve all of it below a path.
  const start = '../'.repeat(Math.max(0, path.split('/').length - 2)) || './';
  const links = [{ href: start, label: 'Start page' }];
  return linksPage('This page does not exist', 'Check the address, or begin at the start page.', links);
}

export const personPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': securityPolicy(false),
  'cache-control': 'no-store',
  // The address may be the damaged key of a page, so no other site may learn it.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
