import { loadSpecification, type Specification } from '@payments-platform/types/spec';

let loaded: Specification | undefined;

/** The bundled specification: megabytes that a process reads once. Nobody changes it. */
export function specification(): Specification {
  loaded ??= loadSpecification();
  return loaded;
}
