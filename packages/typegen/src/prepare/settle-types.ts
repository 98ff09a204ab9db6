import { breakCircles } from './break-circles.ts';
import { limitUnions } from './limit-unions.ts';
import type { Preparation } from './preparation.ts';
import type { TypeNode } from './type-node.ts';

/** Makes types fit to be written that are right one by one, but not all of them together. */
export function settleTypes(
  types: ReadonlyMap<string, TypeNode>,
  preparation: Pick<Preparation, 'warnings'>,
): ReadonlyMap<string, TypeNode> {
  return limitUnions(breakCircles(types, preparation), preparation);
}
