import { Document, type RuleDefinition, Ruleset, Spectral } from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { parseSpecification, type Specification } from '../../../types/src/specification.ts';
import type { DocumentPath, Rule } from './rule.ts';
import { rules } from './rules.ts';

export interface LintFinding {
  readonly rule: string;
  readonly path: DocumentPath;
  readonly message: string;
}

/** Each of our rules looks at the whole bundle, so Spectral hands it the root. */
function definitionOf(rule: Rule, specification: Specification): RuleDefinition {
  return {
    description: rule.demands,
    message: '{{error}}',
    severity: 'error',
    given: '$',
    resolved: false,
    // biome-ignore lint/suspicious/noThenProperty: `then` is what Spectral calls it.
    then: {
      // Spectral's own copy of the document is not typed, so our rules look at the one parsed here.
      function: () => rule.check(specification).map(({ path, message }) => ({ message, path: [...path] })),
    },
  };
}

function rulesetOf(specification: Specification): Ruleset {
  return new Ruleset({
    extends: [oas],
    rules: {
      ...Object.fromEntries(rules.map((rule) => [rule.name, definitionOf(rule, specification)])),
      // The project speaks for itself; there is no person or address to name.
      'info-contact': 'off',
      // examples-valid does the same, for every example, in a fifth of the time.
      'oas3-valid-media-example': 'off',
      'oas3-valid-schema-example': 'off',
    },
  });
}

/** Runs our own rules alone, without Spectral around them. */
export function applyRules(specification: Specification): LintFinding[] {
  return rules.flatMap((rule) => rule.check(specification).map((finding) => ({ rule: rule.name, ...finding })));
}

/** Runs `spectral:oas` and our own rules over a bundled specification. */
export async function lint(text: string): Promise<LintFinding[]> {
  const spectral = new Spectral();
  spectral.setRuleset(rulesetOf(parseSpecification(text)));
  const results = await spectral.run(new Document(text, parsers.Json, 'openapi.json'));
  return results.map(({ code, path, message }) => ({ rule: String(code), path, message }));
}
