import { appendPointer } from '../json/json-pointer.ts';
import { isRecord, toRecord } from '../json/record.ts';
import { dereference } from '../references/follow-reference.ts';
import type { JsonSchema } from '../types/json.ts';
import type { FailedKeyword } from './failed-keyword.ts';

/** The faults that a value has by one alternative of a union. */
interface FailedBranch {
  /** The position of the alternative in `oneOf` or `anyOf`. */
  readonly index: number;
  readonly faults: readonly FailedKeyword[];
}

/** Options of {@link pickBranch}: the failed alternatives, and the schema around them. */
export interface PickBranchOptions {
  /** The alternatives that failed, each with its faults. */
  readonly branches: readonly FailedBranch[];
  /** The whole schema, in which alternatives that are references are looked up. */
  readonly root: JsonSchema;
}

/**
 * Returns the faults that stand for a failed `oneOf` or `anyOf`: those of the alternative that was
 * most likely meant, or one that joins all alternatives if each wants another type or value.
 *
 * The likeliest alternative is the one whose discriminating property fits; else the one with the
 * fewest faults.
 */
export function pickBranch(
  union: FailedKeyword,
  { branches, root }: PickBranchOptions,
): readonly FailedKeyword[] {
  if (Array.isArray(union.params['passingSchemas']) || branches.length === 0) return [union];
  const fitting = branches.filter(({ faults }) => !faults.some((fault) => isMisfit(fault, union)));
  if (fitting.length === 0) return [joinMisfits(union, branches)];
  const [branch, second] = fitting;
  if (branch !== undefined && second === undefined) return branch.faults;
  return (
    pickByTag({ union, branches: fitting, root }) ??
    joinMissing(union, fitting) ??
    pickFewest(fitting)
  );
}

interface Choice extends PickBranchOptions {
  readonly union: FailedKeyword;
}

/** True for a fault of the value as a whole, such as its type, and not of a part of it. */
function isMisfit(fault: FailedKeyword, { instancePath }: FailedKeyword): boolean {
  return fault.instancePath === instancePath && (isOfValue(fault) || 'types' in fault.params);
}

function isOfValue({ keyword }: FailedKeyword): boolean {
  return keyword === 'type' || keyword === 'const' || keyword === 'enum';
}

/**
 * Joins the faults of alternatives that each want another type or value to one: "must be number or
 * one of ...".
 */
function joinMisfits(union: FailedKeyword, branches: readonly FailedBranch[]): FailedKeyword {
  const misfits = branches
    .flatMap(({ faults }) => faults)
    .filter((fault) => isMisfit(fault, union));
  const types = [...new Set(misfits.flatMap(listTypes))];
  const values = misfits.flatMap(listAllowed);
  if (values.length === 0) return { ...union, keyword: 'type', params: { type: types } };
  if (types.length === 0) return { ...union, keyword: 'enum', params: { allowedValues: values } };
  return { ...union, params: { types, allowedValues: values } };
}

function listTypes({ keyword, params }: FailedKeyword): readonly unknown[] {
  if (keyword === 'type') return [params['type']].flat();
  return Array.isArray(params['types']) ? params['types'] : [];
}

function listAllowed({ keyword, params }: FailedKeyword): readonly unknown[] {
  if (keyword === 'const') return [params['allowedValue']];
  return Array.isArray(params['allowedValues']) ? params['allowedValues'] : [];
}

/**
 * Picks the alternative by a property for which every one of them has fixed values, such as `kind`.
 */
function pickByTag(choice: Choice): readonly FailedKeyword[] | undefined {
  const { branches, union } = choice;
  for (const tag of listTagCandidates(choice)) {
    const pointer = appendPointer(union.instancePath, tag);
    const fitting = branches.filter(({ faults }) => !faults.some((fault) => isAt(fault, pointer)));
    const values = branches.flatMap(({ index }) => listTagValues(choice, index, tag) ?? []);
    if (fitting.length === 0) return joinTagFaults(branches, pointer, values);
    const missing = fitting.map(({ faults }) => faults.find((fault) => isMissing(fault, tag)));
    const [first] = missing;
    if (first !== undefined && !missing.includes(undefined)) {
      return [{ ...first, params: { ...first.params, allowedValues: values } }];
    }
    if (fitting.length < branches.length) return pickFewest(fitting);
  }
  return undefined;
}

/**
 * Lists the properties for which every alternative has fixed values, in the order of the first one.
 */
function listTagCandidates(choice: Choice): readonly string[] {
  const { branches, union, root } = choice;
  const [first] = branches;
  const schema = first === undefined ? undefined : findBranchSchema(union, first.index, root);
  const properties = schema?.['properties'];
  return Object.keys(toRecord(properties)).filter((name) =>
    branches.every(({ index }) => listTagValues(choice, index, name) !== undefined),
  );
}

/**
 * Returns the values that an alternative allows for a property; `undefined` if it does not fix
 * them.
 */
function listTagValues(
  { union, root }: Choice,
  index: number,
  name: string,
): readonly unknown[] | undefined {
  return listFixedValues(findBranchSchema(union, index, root), name, root);
}

function findBranchSchema(
  union: FailedKeyword,
  index: number,
  root: JsonSchema,
): JsonSchema | undefined {
  return Array.isArray(union.schema) ? dereference(union.schema[index], root) : undefined;
}

function isAt(fault: FailedKeyword, pointer: string): boolean {
  return fault.instancePath === pointer && isOfValue(fault);
}

function isMissing({ keyword, params }: FailedKeyword, property: string): boolean {
  return keyword === 'required' && params['missingProperty'] === property;
}

/**
 * Makes the fault of a discriminating property whose value no alternative knows: "must be one of
 * ...".
 */
function joinTagFaults(
  branches: readonly FailedBranch[],
  pointer: string,
  allowedValues: readonly unknown[],
): readonly FailedKeyword[] {
  const faults = branches
    .flatMap((branch) => branch.faults)
    .filter((fault) => isAt(fault, pointer));
  return faults
    .slice(0, 1)
    .map((fault) => ({ ...fault, keyword: 'enum', params: { allowedValues } }));
}

/**
 * Makes the fault of a value that only lacks properties in every alternative: "must have a or b".
 */
function joinMissing(
  union: FailedKeyword,
  branches: readonly FailedBranch[],
): readonly FailedKeyword[] | undefined {
  const onlyMissing = branches.every(({ faults }) =>
    faults.every(
      ({ keyword, instancePath }) => keyword === 'required' && instancePath === union.instancePath,
    ),
  );
  if (!onlyMissing) return undefined;
  const missing = branches.map(({ faults }) =>
    faults.map(({ params }) => params['missingProperty']),
  );
  return [{ ...union, params: { missing } }];
}

function pickFewest(branches: readonly FailedBranch[]): readonly FailedKeyword[] {
  const sizes = branches.map(({ faults }) => faults.length);
  const fewest = sizes.reduce((least, size) => Math.min(least, size), Infinity);
  return branches[sizes.indexOf(fewest)]?.faults ?? [];
}

/**
 * Returns the values that `schema` allows for a property by `const` or `enum`; `undefined` if it
 * fixes none.
 */
function listFixedValues(
  schema: unknown,
  property: string,
  root: JsonSchema,
): readonly unknown[] | undefined {
  const properties = dereference(schema, root)?.['properties'];
  if (!isRecord(properties) || !Object.hasOwn(properties, property)) return undefined;
  const target = dereference(properties[property], root);
  if (target === undefined) return undefined;
  if (Object.hasOwn(target, 'const')) return [target['const']];
  return Array.isArray(target['enum']) ? target['enum'] : undefined;
}
