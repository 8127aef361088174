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

/** Each of our rules checks the whole bundle, so Spectral passes it the root. */
function definitionOf(rule: Rule, specification: Specification): RuleDefinition {
  return {
    description: rule.demands,
    message: '{{error}}',
    severity: 'error',
    given: '$',
    resolved: false,
    // biome-ignore lint/suspicious/noThenProperty: `then` is Spectral's name for it.
    then: {
      // Spectral's copy of the document is not typed, so our rules check the one parsed here.
      function: () => rule.check(specification).map(({ path, message }) => ({ message, path: [...path] })),
    },
  };
}

function rulesetOf(specification: Specification): Ruleset {
  return new Ruleset({
    extends: [oas],
    rules: {
      ...Object.fromEntries(rules.map((rule) => [rule.name, definitionOf(rule, specification)])),
      // The project is its own contact; there is no person or address to name.
      'info-contact': 'off',
      // Our rule examples-valid checks the same for every example, in a fifth of the time.
      'oas3-valid-media-example': 'off',
      'oas3-valid-schema-example': 'off',
    },
  });
}

/** Runs only our own rules, without Spectral. */
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
