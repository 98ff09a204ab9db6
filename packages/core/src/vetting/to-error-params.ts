import type { OutputUnit } from '@cfworker/json-schema';
import type { TaggedError } from '../validation/tag-branches.ts';
import { isRecord } from '../is-record.ts';
import { parsePointer } from '../problems/json-pointer.ts';

/** A failed keyword, and what there is to know about it. */
interface ErrorSource {
  readonly unit: OutputUnit;
  /** The schema that has the keyword. */
  readonly parentSchema: Readonly<Record<string, unknown>>;
  /** The value that it was applied to. */
  readonly data: unknown;
  /** The first error among its alternatives. */
  readonly first: TaggedError | undefined;
  /** Alternatives without errors, by position. */
  readonly passing: readonly number[];
}

/** A keyword and the parameters that ajv would report for it. */
interface ErrorParams {
  readonly keyword: string;
  readonly params: Record<string, unknown>;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  minimum: '>=',
  maximum: '<=',
  exclusiveMinimum: '>',
  exclusiveMaximum: '<',
};

/**
 * Works out what the eval-free validator says in prose only. One error each, but for properties
 * that are missing: it reports every one of them without its name, so the first stands for all.
 */
export function toErrorParams(source: ErrorSource): readonly ErrorParams[] {
  const { unit, parentSchema, data } = source;
  const { keyword } = unit;
  const value = parentSchema[keyword];
  switch (keyword) {
    case 'type':
      return [{ keyword, params: { type: value } }];
    case 'const':
      return [{ keyword, params: { allowedValue: value } }];
    case 'enum':
      return [{ keyword, params: { allowedValues: value } }];
    case 'required':
      return toMissing(value, data).map((missingProperty) => ({
        keyword,
        params: { missingProperty },
      }));
    case 'dependentRequired':
    case 'dependencies':
      return toDependencies(keyword, source);
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return [{ keyword, params: { comparison: toComparison(source), limit: value } }];
    case 'multipleOf':
    case 'pattern':
    case 'format':
      return [{ keyword, params: { [keyword]: value } }];
    case 'uniqueItems': {
      const [i, j] = (unit.error.match(/\d+/gu) ?? []).map(Number);
      return [{ keyword, params: { i, j } }];
    }
    case 'contains':
    case 'minContains':
    case 'maxContains': {
      const { minContains, maxContains } = parentSchema;
      return [{ keyword: 'contains', params: { minContains, maxContains } }];
    }
    case 'propertyNames': {
      const propertyName = parsePointer(source.first?.instancePath ?? '').at(-1);
      return [{ keyword, params: { propertyName } }];
    }
    case 'oneOf': {
      const passingSchemas = source.passing.slice(0, 2);
      return [{ keyword, params: passingSchemas.length > 1 ? { passingSchemas } : {} }];
    }
    default:
      return [{ keyword, params: { limit: value } }];
  }
}

function toComparison({ unit, parentSchema }: ErrorSource): string | undefined {
  const { keyword } = unit;
  // In draft-04 the exclusive limits are flags of the others.
  if (keyword === 'minimum' && parentSchema['exclusiveMinimum'] === true) return '>';
  if (keyword === 'maximum' && parentSchema['exclusiveMaximum'] === true) return '<';
  return COMPARISONS[keyword];
}

function toMissing(required: unknown, data: unknown): readonly string[] {
  if (!Array.isArray(required) || !isRecord(data)) return [];
  return required.filter(
    (name): name is string => typeof name === 'string' && !Object.hasOwn(data, name),
  );
}

function toDependencies(keyword: string, { parentSchema, data }: ErrorSource): ErrorParams[] {
  const dependencies = parentSchema[keyword];
  if (!isRecord(dependencies) || !isRecord(data)) return [];
  return Object.entries(dependencies).flatMap(([property, names]) => {
    if (!Object.hasOwn(data, property)) return [];
    return toMissing(names, data).map((missingProperty) => ({
      keyword,
      params: { property, missingProperty },
    }));
  });
}
