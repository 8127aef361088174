import { describe, expect, it } from 'vitest';
import { shownPath, shownUnservedPath } from './shown-path.ts';

const quote = 'Quote:0198c0de-7a16-7d41-9e4f-60718293a4b5';

describe('the logged path of a request', () => {
  it('shows resource ids, and only the names of other parameters', () => {
    expect(shownPath('/quotes/{quoteId}/execute', { quoteId: quote })).toBe(`/quotes/${quote}/execute`);
    expect(shownPath('/receiver/uma/{receiverUmaAddress}', { receiverUmaAddress: '$ada@example.com' })).toBe(
      '/receiver/uma/{receiverUmaAddress}',
    );
    expect(shownPath('/quotes/{quoteId}', { quoteId: 'Ada Lovelace' })).toBe('/quotes/{quoteId}');
  });

  it('shows known or plausible words and resource ids of an unknown path, and masks the rest', () => {
    expect(shownUnservedPath(`/2025-10-13/qoutes/${quote}`)).toBe(`/2025-10-13/qoutes/${quote}`);
    expect(shownUnservedPath('/2025-10-13/invitations/7F3K9QX2/$ada@example.com')).toBe('/2025-10-13/invitations/*/*');
    expect(shownUnservedPath(`/${'a'.repeat(31)}/4111111111111111`)).toBe('/*/*');
  });
});
