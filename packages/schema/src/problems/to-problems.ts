import type { KeywordFailure } from '../evaluate/keyword-failure.ts';
import { appendPointer } from '../json/json-pointer.ts';
import { isRecord, toRecord } from '../json/record.ts';
import { toSpokenText } from '../json/spoken-value.ts';
import { dereference } from '../references/follow-reference.ts';
import type { JsonSchema } from '../types/json.ts';
import { describeSchema, describeType, describeValue } from './describe-value.ts';
import { didYouMean } from './did-you-mean.ts';
import { explainValue } from './explain-value.ts';
import type { Explanation, FailedKeyword } from './failed-keyword.ts';
import { countOf, listValues, quoteNames } from './list-values.ts';
import { pickBranch } from './pick-branch.ts';
import { previewJson } from './preview-json.ts';
import type { Problem } from './problem.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;

const MAX_PARSED_LENGTH = 100_000;

/**
 * The faults already made of a failure, remembered because one failure may belong to many
 * alternatives.
 */
const faultsByFailure = new WeakMap<KeywordFailure, readonly FailedKeyword[]>();

/** The most problems that are described one by one; further ones are only counted. */
export const MAX_PROBLEMS = 20;

/** Options of {@link toProblems}: the schema, and how much its problems tell. */
export interface ToProblemsOptions {
  /** The whole schema, in which references are looked up. */
  readonly root: JsonSchema;
  /**
   * True keeps the checked values out of the problems, because they may be secret; names of
   * properties stay. Default false.
   */
  readonly redact?: boolean;
  /**
   * Returns the address of the schema that failed, for readers who want to look it up. Default:
   * problems do not name it.
   */
  readonly locate?: (schema: object) => string | undefined;
  /** False if there may be more failures than those that are given. Default true. */
  readonly isComplete?: boolean;
}

/**
 * Describes failures in words. Each union is reduced to the alternative that was most likely meant;
 * repetitions and consequences of other failures are left out.
 *
 * Returns at most 20 problems, and one more with the keyword `more` that counts the rest.
 */
export function toProblems(
  failures: readonly KeywordFailure[],
  { root, redact = false, locate, isComplete = true }: ToProblemsOptions,
): readonly Problem[] {
  const problems = new Map<string, Problem>();
  const unlisted = new Set<string>();
  for (const fault of toFaults(failures, root)) {
    if (problems.size < MAX_PROBLEMS) {
      const problem = toProblem(fault, { root, redact, locate });
      problems.set(`${problem.pointer} ${problem.message}`, problem);
    } else {
      unlisted.add(`${fault.instancePath} ${fault.keyword} ${previewJson(fault.params)}`);
    }
  }
  const listed = [...problems.values()];
  return unlisted.size === 0 ? listed : [...listed, createRestProblem(unlisted.size, isComplete)];
}

function toProblem(
  fault: FailedKeyword,
  {
    root,
    redact,
    locate,
  }: {
    readonly root: JsonSchema;
    readonly redact: boolean;
    readonly locate: ToProblemsOptions['locate'];
  },
): Problem {
  const { keyword, instancePath, data } = fault;
  const explanation = explainFault(fault, root);
  const { expected, pointer = instancePath } = explanation;
  // An explanation with a message of its own is about names or counts, so the value is not shown.
  const received = redact || explanation.message !== undefined ? undefined : describeValue(data);
  const outcome = received === undefined ? '' : ` but is ${received}`;
  const suggestion = explanation.suggestion ?? (redact ? undefined : suggestFix(fault));
  return {
    pointer,
    keyword,
    expected,
    ...(received !== undefined && { received }),
    message: explanation.message ?? `must be ${expected}${outcome}`,
    ...(suggestion !== undefined && { suggestion }),
    ...findSource(fault, locate),
  };
}

/**
 * Returns the address of the failed keyword; of its schema where a fault joins several keywords.
 */
function findSource(
  { parentSchema, keyword }: FailedKeyword,
  locate: ToProblemsOptions['locate'],
): Pick<Problem, 'schema'> {
  const location = locate?.(parentSchema);
  if (location === undefined) return {};
  if (!Object.hasOwn(parentSchema, keyword)) return { schema: location };
  return { schema: `${location.includes('#') ? location : `${location}#`}/${keyword}` };
}

/** Creates the problem that stands for those beyond the limit, which are only counted. */
export function createRestProblem(count: number, isComplete: boolean = true): Problem {
  return {
    pointer: '',
    keyword: 'more',
    expected: 'a value without these problems',
    message: `has ${isComplete ? '' : 'at least '}${count} more ${count === 1 ? 'problem' : 'problems'} not listed here`,
  };
}

/**
 * Explains a failed keyword in words. `root` is the whole schema, in which references are looked
 * up.
 */
function explainFault(fault: FailedKeyword, root: JsonSchema): Explanation {
  if (fault.keyword === 'propertyNames') return explainName(fault, root);
  return explainProperty(fault, root) ?? explainValue(fault);
}

function explainName(
  { instancePath, params, causes }: FailedKeyword,
  root: JsonSchema,
): Explanation {
  const [cause] = causes;
  const expected = cause === undefined ? 'allowed' : explainFault(cause, root).expected;
  return {
    pointer: appendPointer(instancePath, String(params['propertyName'])),
    expected: `a property whose name is ${expected}`,
    message: `must have another name: the name must be ${expected}`,
  };
}

/**
 * Lists the failed keywords that are worth reporting, with each failed union reduced to its
 * likeliest alternative.
 */
function toFaults(failures: readonly KeywordFailure[], root: JsonSchema): readonly FailedKeyword[] {
  const faults: FailedKeyword[] = [];
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

function toUnionFaults(failure: KeywordFailure, root: JsonSchema): readonly FailedKeyword[] {
  const cached = faultsByFailure.get(failure);
  if (cached !== undefined) return cached;
  const branches = [...failure.branches]
    .toSorted(([left], [right]) => left - right)
    .map(([index, inner]) => ({ index, faults: toFaults(inner, root) }));
  const faults = pickBranch(toFault(failure, root), { branches, root });
  faultsByFailure.set(failure, faults);
  return faults;
}

function toFault({ branches, ...failure }: KeywordFailure, root: JsonSchema): FailedKeyword {
  const causes = failure.keyword === 'propertyNames' ? [...branches.values()].flat() : [];
  return { ...failure, causes: toFaults(causes, root) };
}

/** Drops faults that repeat another fault of the same value, or follow from one. */
function withoutNoise(
  faults: readonly FailedKeyword[],
  unionPaths: ReadonlySet<string>,
): readonly FailedKeyword[] {
  const mistypedPaths = new Set<string>();
  for (const { keyword, instancePath } of faults) {
    if (keyword === 'type') mistypedPaths.add(instancePath);
  }
  return faults.filter(({ keyword, instancePath }) => {
    switch (keyword) {
      case 'type':
        return true;
      // The failures of `then` and `else` are reported by themselves.
      case 'if':
        return false;
      // A failed union evaluates nothing, so properties that it would have allowed count as
      // unevaluated.
      case 'unevaluatedProperties':
      case 'unevaluatedItems':
        return !unionPaths.has(instancePath) && !mistypedPaths.has(instancePath);
      default:
        return !mistypedPaths.has(instancePath);
    }
  });
}

/** Suggests a fix for a value of the wrong type or spelling, in words that repeat the value. */
function suggestFix({ keyword, params, data }: FailedKeyword): string | undefined {
  if (keyword === 'type') return suggestType([params['type']].flat(), data);
  const allowed = params['allowedValues'] ?? [params['allowedValue'] ?? []].flat();
  return Array.isArray(allowed) ? suggestValue(allowed, data) : undefined;
}

function suggestType(types: readonly unknown[], data: unknown): string | undefined {
  if (typeof data === 'string') {
    const value = parseJson(data);
    const type = describeType(value);
    if (types.includes(type) || (type === 'integer' && types.includes('number'))) {
      return type === 'array' || type === 'object'
        ? `send the ${type} itself, not a string of JSON`
        : `send ${previewJson(value)} without quotes`;
    }
  }
  if (types.includes('string') && (typeof data === 'number' || typeof data === 'boolean')) {
    return `send ${previewJson(String(data))} with quotes`;
  }
  return types.includes('array') && data !== undefined && data !== null
    ? 'send an array, also for a single item'
    : undefined;
}

function suggestValue(allowed: readonly unknown[], data: unknown): string | undefined {
  const sameText = allowed.find(
    (value) =>
      value !== data &&
      toSpokenText(value) !== undefined &&
      toSpokenText(value) === toSpokenText(data),
  );
  if (sameText !== undefined) {
    return `send ${previewJson(sameText)} ${typeof sameText === 'string' ? 'with' : 'without'} quotes`;
  }
  if (typeof data !== 'string') return undefined;
  const suggestion = didYouMean(
    data,
    allowed.filter((value) => typeof value === 'string'),
    1,
  );
  return suggestion === undefined ? undefined : `did you mean ${previewJson(suggestion)}?`;
}

/** Parses a text that looks like JSON; `undefined` for any other text. */
function parseJson(text: string): unknown {
  const trimmed = text.trim();
  const likely = NUMBER.test(trimmed) || /^(?:true|false|null|[[{].*)$/su.test(trimmed);
  if (!likely || trimmed.length > MAX_PARSED_LENGTH) return undefined;
  try {
    const value: unknown = JSON.parse(trimmed);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Explains the failure of a keyword about single properties of an object; `undefined` for any other
 * keyword. `root` is the whole schema, in which references are looked up.
 */
function explainProperty(fault: FailedKeyword, root: JsonSchema): Explanation | undefined {
  const { keyword, instancePath, params } = fault;
  switch (keyword) {
    case 'required':
      return explainRequired(fault, root);
    case 'dependentRequired':
    case 'dependencies':
      return {
        pointer: appendPointer(instancePath, String(params['missingProperty'])),
        expected: 'present',
        message: `is required because ${previewJson(params['property'])} is present, but missing`,
      };
    case 'additionalProperties':
      return explainUnknown(fault, String(params['additionalProperty']));
    case 'unevaluatedProperties':
      return explainUnknown(fault, String(params['unevaluatedProperty']));
    case 'minProperties':
      return { expected: `an object of at least ${countOf(params['limit'], 'property')}` };
    case 'maxProperties':
      return { expected: `an object of at most ${countOf(params['limit'], 'property')}` };
    default:
      return undefined;
  }
}

function explainRequired(fault: FailedKeyword, root: JsonSchema): Explanation {
  const { instancePath, params, parentSchema, data } = fault;
  const name = String(params['missingProperty']);
  const properties = readProperties(parentSchema);
  const property = Object.hasOwn(properties, name)
    ? dereference(properties[name], root)
    : undefined;
  const values = params['allowedValues'];
  const expectation = Array.isArray(values)
    ? listValues(values)
    : describeExpectedSchema(property, root);
  const unknownNames = Object.keys(toRecord(data)).filter(
    (candidate) => !Object.hasOwn(properties, candidate),
  );
  const misspelt = didYouMean(name, unknownNames);
  return {
    pointer: appendPointer(instancePath, name),
    expected: expectation ?? 'present',
    message: `is required but missing${expectation === undefined ? '' : ` (must be ${expectation})`}`,
    ...(misspelt !== undefined && {
      suggestion: `rename ${previewJson(misspelt)} to ${previewJson(name)}`,
    }),
  };
}

/** Describes a schema, or each of its alternatives; `undefined` if one of them is not simple. */
function describeExpectedSchema(schema: unknown, root: JsonSchema): string | undefined {
  const options = isRecord(schema) ? (schema['anyOf'] ?? schema['oneOf']) : undefined;
  const all: readonly unknown[] = Array.isArray(options) ? options : [schema];
  const words = new Set(all.map((option) => describeSchema(dereference(option, root))));
  return words.has(undefined) || words.size > 6 ? undefined : [...words].join(' or ');
}

function explainUnknown(
  { keyword, instancePath, parentSchema }: FailedKeyword,
  name: string,
): Explanation {
  const names = Object.keys(readProperties(parentSchema));
  // What `unevaluatedProperties` leaves over may be declared in other places of the schema too.
  const isComplete = keyword === 'additionalProperties' && names.length > 0;
  const allowed = isComplete ? ` (allowed: ${quoteNames(names)})` : '';
  const suggestion = didYouMean(name, names);
  return {
    pointer: appendPointer(instancePath, name),
    expected: 'absent',
    message: `is not an allowed property${allowed}`,
    ...(suggestion !== undefined && { suggestion: `did you mean ${previewJson(suggestion)}?` }),
  };
}

function readProperties(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return toRecord(properties);
}
