import { listSubschemas } from '../schema-check/list-subschemas.ts';
import type { SchemaIndex } from '../schema-check/index-schema.ts';

/** How many schemas a schema applies to one value. */
export interface InPlaceCost {
  /** Of the costliest schema in the document; at least 1. */
  readonly most: number;
  /** JSON pointer of that schema. */
  readonly pointer: string;
}

/**
 * Counts the schemas that are applied to one value, with every reference followed each time: ladders
 * of references double it with each step. The document MUST have no circle of such references.
 */
export function toInPlaceCost(index: SchemaIndex): InPlaceCost {
  const targets = new Map<string, string[]>();
  for (const { source, target } of index.references) {
    if (target === undefined) continue;
    const known = targets.get(source);
    if (known === undefined) targets.set(source, [target]);
    else known.push(target);
  }
  const costs = new Map<string, number>();
  let most: InPlaceCost = { most: 1, pointer: '' };
  for (const start of index.places.keys()) {
    const cost = toCost(start);
    if (cost > most.most) most = { most: cost, pointer: start };
  }
  return most;

  // The depth of the recursion is bounded: chains of references are as long as there are schemas,
  // so the work is done with a stack of its own.
  function toCost(start: string): number {
    const path = [{ pointer: start, steps: listSteps(start), cost: 1 }];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const step = last.steps.pop();
      if (step === undefined) {
        costs.set(last.pointer, last.cost);
        path.pop();
        const outer = path.at(-1);
        if (outer !== undefined) outer.cost = toSum(outer.cost, last.cost);
      } else {
        const known = costs.get(step);
        if (known === undefined) path.push({ pointer: step, steps: listSteps(step), cost: 1 });
        else last.cost = toSum(last.cost, known);
      }
    }
    return costs.get(start) ?? 1;
  }

  function listSteps(pointer: string): string[] {
    const place = index.places.get(pointer);
    const inner = place === undefined ? [] : listSubschemas(place).filter(({ inPlace }) => inPlace);
    return [...inner.map((step) => step.pointer), ...(targets.get(pointer) ?? [])];
  }
}

function toSum(left: number, right: number): number {
  return Math.min(left + right, Number.MAX_SAFE_INTEGER);
}
