import type { Environment, Places } from '../connection/places.ts';

/** What a command is given of the world. Standard output belongs to what was asked for, the rest goes to `tell`. */
export interface Surroundings {
  readonly environment: Environment;
  readonly places: Places;
  readonly now: () => Date;
  readonly print: (text: string) => void;
  readonly tell: (text: string) => void;
}
