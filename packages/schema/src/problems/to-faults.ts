import type { JsonSchema } from '../types/json.ts';
import type { Fault } from './fault.ts';
import { pickBranch } from './pick-branch.ts';
import type { Failure } from '../evaluate/failure.ts';

/** The failed keywords that are worth telling, with each failed union reduced to its best branch. */
export function toFaults(failures: readonly Failure[], root: JsonSchema): readonly Fault[] {
  const faults: Fault[] = [];
  const unionPaths = new Set<string>();
  for (const failure of failures) {
    const { keyword, instancePath } = failure;
    if (keyword === 'oneOf' || keyword === 'anyOf') {
      unionPaths.add(instancePath);
      for (const fault of toUnionFaults(failure, root)) faults.push(fault);
    } else {
      faults.push(toFault(failure, root));
    }
  }
  return withoutNoise(faults, unionPaths);
}

/** One failure may belong to many alternatives. */
const known = new WeakMap<Failure, readonly Fault[]>();

function toUnionFaults(failure: Failure, root: JsonSchema): readonly Fault[] {
  const told = known.get(failure);
  if (told !== undefined) return told;
  const branches = [...failure.branches]
    .toSorted(([left], [right]) => left - right)
    .map(([index, inner]) => ({ index, faults: toFaults(inner, root) }));
  const faults = pickBranch(toFault(failure, root), { branches, root });
  known.set(failure, faults);
  return faults;
}

function toFault({ branches, ...failure }: Failure, root: JsonSchema): Fault {
  const causes = failure.keyword === 'propertyNames' ? [...branches.values()].flat() : [];
  return { ...failure, causes: toFaults(causes, root) };
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
