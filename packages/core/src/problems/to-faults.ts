import type { JsonSchema } from '../types/json.ts';
import { isRecord } from '../is-record.ts';
import type { Fault } from './fault.ts';
import { pickBranch } from './pick-branch.ts';
import type { ErrorNode } from './to-error-tree.ts';

/** The failed keywords that are worth telling, with each failed union reduced to its best branch. */
export function toFaults(nodes: readonly ErrorNode[], root: JsonSchema): readonly Fault[] {
  const faults: Fault[] = [];
  const unionPaths = new Set<string>();
  for (const node of nodes) {
    const { keyword, instancePath } = node.error;
    if (keyword === 'oneOf' || keyword === 'anyOf') {
      unionPaths.add(instancePath);
      for (const fault of toUnionFaults(node, root)) faults.push(fault);
    } else {
      faults.push(toFault(node, root));
    }
  }
  return withoutNoise(faults, unionPaths);
}

function toUnionFaults(node: ErrorNode, root: JsonSchema): readonly Fault[] {
  const branches = [...node.branches]
    .toSorted(([left], [right]) => left - right)
    .map(([index, children]) => ({ index, faults: toFaults(children, root) }));
  return pickBranch(toFault(node, root), { branches, root });
}

function toFault({ error, branches }: ErrorNode, root: JsonSchema): Fault {
  const causes = error.keyword === 'propertyNames' ? [...branches.values()].flat() : [];
  return {
    keyword: error.keyword,
    instancePath: error.instancePath,
    params: error.params,
    data: error.data,
    schema: error.schema,
    parentSchema: isRecord(error.parentSchema) ? error.parentSchema : {},
    causes: toFaults(causes, root),
  };
}

/** Drops what only repeats, or follows from, another fault of the same value. */
function withoutNoise(faults: readonly Fault[], unionPaths: ReadonlySet<string>): readonly Fault[] {
  const mistypedPaths = new Set<string>();
  for (const { keyword, instancePath } of faults) {
    if (keyword === 'type') mistypedPaths.add(instancePath);
  }
  return faults.filter(({ keyword, instancePath }) => {
    switch (keyword) {
      case 'type':
        return true;
      // The errors of `then` and `else` stand for themselves.
      case 'if':
        return false;
      // A failed union evaluates nothing, so that what it would have allowed is called unevaluated.
      case 'unevaluatedProperties':
      case 'unevaluatedItems':
        return !unionPaths.has(instancePath) && !mistypedPaths.has(instancePath);
      default:
        return !mistypedPaths.has(instancePath);
    }
  });
}
