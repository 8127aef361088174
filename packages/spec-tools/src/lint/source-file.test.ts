import { expect, test } from 'vitest';
import { specFolder } from '../generate/paths.ts';
import { sourceFinder } from './source-file.ts';

test.each([
  [['components', 'schemas', 'QuoteStatus', 'enum'], 'spec/schemas/quotes/QuoteStatus.yaml'],
  [['paths', '/quotes/{quoteId}/execute', 'post'], 'spec/paths/quotes/quotes-quote-id-execute.yaml'],
  [['webhooks', 'test', 'post'], 'spec/webhooks/test.yaml'],
  [['components', 'parameters', 'QuoteIdInPath', 'schema'], 'spec/parameters/QuoteId.yaml'],
  [['x-error-catalogue', 'QUOTE_EXPIRED', 'status'], 'spec/errors/QUOTE_EXPIRED.yaml'],
  [['x-state-tables', 'quote', 'transitions', 0], 'spec/states/quote.yaml'],
  [['info', 'title'], 'spec/openapi.yaml'],
])('the path %s of the bundle comes from the source file %s', (path, file) => {
  expect(sourceFinder(specFolder)(path)).toBe(file);
});
