import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { WorldRow } from './tables.ts';
import { findWorld } from './worlds-repository.ts';

function worldNotFound(): Refusal<'WORLD_NOT_FOUND'> {
  return refuse('WORLD_NOT_FOUND', 'There is no sandbox world with this id. List the worlds with GET /sandbox/worlds.');
}

/** A world of the platform that made it. */
export async function worldOf(unit: Unit, tenant: number, id: string): Promise<WorldRow | Refusal<'WORLD_NOT_FOUND'>> {
  return (await findWorld(unit, tenant, id)) ?? worldNotFound();
}
