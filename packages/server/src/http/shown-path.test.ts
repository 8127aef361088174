import { describe, expect, it } from 'vitest';
import { shownPath, shownStrayPath } from './shown-path.ts';

const quote = 'Quote:0198c0de-7a16-7d41-9e4f-60718293a4b5';

describe('the path that is shown of a request', () => {
  it('has the ids of resources, and of other parameters the names', () => {
    expect(shownPath('/quotes/{quoteId}/execute', { quoteId: quote })).toBe(`/quotes/${quote}/execute`);
    expect(shownPath('/receiver/uma/{receiverUmaAddress}', { receiverUmaAddress: '$ada@example.com' })).toBe(
      '/receiver/uma/{receiverUmaAddress}',
    );
    expect(shownPath('/quotes/{quoteId}', { quoteId: 'Ada Lovelace' })).toBe('/quotes/{quoteId}');
  });

  it('has words of the interface and what looks like one where nothing is served', () => {
    expect(shownStrayPath(`/2025-10-13/qoutes/${quote}`)).toBe(`/2025-10-13/qoutes/${quote}`);
    expect(shownStrayPath('/2025-10-13/invitations/7F3K9QX2/$ada@example.com')).toBe('/2025-10-13/invitations/*/*');
    expect(shownStrayPath(`/${'a'.repeat(31)}/4111111111111111`)).toBe('/*/*');
  });
});
