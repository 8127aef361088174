import type { ClockAdvance, ClockState } from './sandbox-caller.ts';

/** The clock in one line for a person. */
export function describeState({ now, scale, isFrozen }: ClockState): string {
  const speed = scale === 1 ? 'at real speed' : `${scale} times as fast as real time`;
  return `${now}, ${isFrozen ? `standing still (released, it runs ${speed})` : speed}`;
}

type Happening = ClockAdvance['happened'][number];

export function describeHappening(happening: Happening): string {
  const { at, type, resourceId } = happening;
  if (happening.kind === 'EVENT') return `${at}  event     ${type}  ${resourceId}`;
  return `${at}  delivery  ${type}  ${resourceId}  attempt ${happening.attempt}: ${happening.statusCode ?? 'no answer'}`;
}
