import { expect, test } from 'vitest';
import { linkNames } from './link-names.ts';

const addresses = new Map([
  ['POST /quotes', 'reference.html#create'],
  ['QUOTE_EXPIRED', 'errors.html#QUOTE_EXPIRED'],
]);

test('a name in code links to its explanation', () => {
  expect(linkNames('Send <code>POST /quotes</code> and <code>anything</code>.', addresses)).toBe(
    'Send <a class="name" href="reference.html#create"><code>POST /quotes</code></a> and <code>anything</code>.',
  );
});

test('a name in code with a line-break hint is linked too', () => {
  expect(linkNames('<code>QUOTE_<wbr>EXPIRED</code>', addresses)).toContain('href="errors.html#QUOTE_EXPIRED"');
});

test.each([
  '<a href="#x"><code>QUOTE_EXPIRED</code></a>',
  '<h3><code>QUOTE_EXPIRED</code></h3>',
  '<pre><code>QUOTE_EXPIRED</code></pre>',
])('a name gets no link inside %s', (html) => {
  expect(linkNames(html, addresses)).toBe(html);
});
