import type { Environment, Places } from '../connection/places.ts';

/** The environment of a command. Standard output is for results; everything else goes to `tell`. */
export interface Surroundings {
  readonly environment: Environment;
  readonly places: Places;
  readonly now: () => Date;
  readonly print: (text: string) => void;
  readonly tell: (text: string) => void;
}
