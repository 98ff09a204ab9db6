import type { SchemaIndex } from '../schema-check/index-schema.ts';

/** The number of schemas that are applied to one value, which is the cost of a schema. */
export interface InPlaceCost {
  /** The cost of the most expensive schema in the document; at least 1. */
  readonly most: number;
  /** The JSON pointer to the most expensive schema. */
  readonly pointer: string;
}

/**
 * Counts the schemas that are applied to one value, with every reference followed each time:
 * ladders of references double the number with each step. The document MUST have no circle of such
 * references.
 */
export function measureInPlaceCost({ places, innerOf, referencesOf }: SchemaIndex): InPlaceCost {
  const costs = new Map<string, number>();
  let most: InPlaceCost = { most: 1, pointer: '' };
  for (const start of places.keys()) {
    const cost = measureCost(start);
    if (cost > most.most) most = { most: cost, pointer: start };
  }
  return most;

  // The depth of the recursion is bounded: chains of references are as long as there are schemas,
  // so the work is done with a stack of its own.
  function measureCost(start: string): number {
    const path = [{ pointer: start, steps: listSteps(start), cost: 1 }];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const step = last.steps.pop();
      if (step === undefined) {
        costs.set(last.pointer, last.cost);
        path.pop();
        const outer = path.at(-1);
        if (outer !== undefined) outer.cost = addBounded(outer.cost, last.cost);
      } else {
        const known = costs.get(step);
        if (known === undefined) path.push({ pointer: step, steps: listSteps(step), cost: 1 });
        else last.cost = addBounded(last.cost, known);
      }
    }
    return costs.get(start) ?? 1;
  }

  function listSteps(pointer: string): string[] {
    const steps: string[] = [];
    for (const inner of innerOf.get(pointer) ?? []) if (inner.inPlace) steps.push(inner.pointer);
    for (const { target } of referencesOf.get(pointer) ?? []) {
      if (target !== undefined) steps.push(target);
    }
    return steps;
  }
}

function addBounded(left: number, right: number): number {
  return Math.min(left + right, Number.MAX_SAFE_INTEGER);
}
