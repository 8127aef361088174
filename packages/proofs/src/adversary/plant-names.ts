/** The mistakes that can be planted in a server, to show that they are detected. */
export const plantNames = [
  'throws-on-a-field',
  'undeclared-status',
  'undeclared-field',
  'missing-field',
  'echo',
  'hang',
  'credit-without-balance',
] as const;

export type PlantName = (typeof plantNames)[number];
