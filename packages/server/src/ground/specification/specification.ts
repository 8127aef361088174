import { loadSpecification, type Specification } from '@payments-platform/types/spec';

let loaded: Specification | undefined;

/** The bundled specification, several megabytes, read once per process. It must not be changed. */
export function specification(): Specification {
  loaded ??= loadSpecification();
  return loaded;
}
