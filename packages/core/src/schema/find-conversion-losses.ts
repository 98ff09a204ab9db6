import type { StandardSchemaLike } from '../types/schema-like.ts';
import type { JsonSchema } from '../types/json.ts';

/** Something that a library checks or does, and that its JSON Schema does not say. */
export interface ConversionLoss {
  readonly code: 'conversion-stricter' | 'conversion-default' | 'conversion-empty';
  readonly pointer: string;
  readonly message: string;
}

/**
 * Looks for differences between a library's schema and the JSON Schema it published, by running
 * the library on samples that the published schema accepts.
 *
 * Finds: values that the library refuses although the published schema accepts them (refinements,
 * trims), defaults that the published schema does not mention, and parts published as "anything".
 * What it reports is real; what it does not report may still be there. Asynchronous libraries are
 * not run.
 */
export function findConversionLosses(
  library: StandardSchemaLike,
  published: JsonSchema,
  samples: readonly unknown[],
): readonly ConversionLoss[] {
  const losses: ConversionLoss[] = findEmptyParts(library, published);
  for (const sample of samples) {
    const result = library['~standard'].validate(structuredClone(sample));
    if (result instanceof Promise) return losses;
    if (result.issues !== undefined) {
      const issue = result.issues[0];
      losses.push({
        code: 'conversion-stricter',
        pointer: '',
        message:
          `Cannot tell callers all rules as the ${library['~standard'].vendor} schema must be ` +
          `expressible in JSON Schema: it refuses ${JSON.stringify(sample)}, which the published ` +
          `schema accepts ("${issue?.message ?? 'no reason given'}")`,
      });
      continue;
    }
    losses.push(...findHiddenDefaults(sample, result.value, published));
  }
  return losses;
}

function findHiddenDefaults(
  sample: unknown,
  parsed: unknown,
  published: JsonSchema,
): readonly ConversionLoss[] {
  const properties = published['properties'];
  if (!isRecord(sample) || !isRecord(parsed) || !isRecord(properties)) return [];
  return Object.keys(parsed)
    .filter((key) => !Object.hasOwn(sample, key) && Object.hasOwn(properties, key))
    .filter((key) => {
      const property = properties[key];
      return isRecord(property) && !Object.hasOwn(property, 'default');
    })
    .map((key) => ({
      code: 'conversion-default' as const,
      pointer: `/properties/${key}`,
      message:
        `Cannot tell callers the default of "${key}" as it must be in the JSON Schema: ` +
        `the library fills in ${JSON.stringify(parsed[key])}, the published schema does not say so`,
    }));
}

/** ArkType publishes what it cannot express as `{}` without a word; Zod throws instead. */
function findEmptyParts(library: StandardSchemaLike, published: JsonSchema): ConversionLoss[] {
  if (library['~standard'].vendor !== 'arktype') return [];
  const properties = published['properties'];
  if (!isRecord(properties)) return [];
  return Object.entries(properties)
    .filter(([, property]) => isRecord(property) && Object.keys(property).length === 0)
    .map(([key]) => ({
      code: 'conversion-empty' as const,
      pointer: `/properties/${key}`,
      message: `Cannot describe "${key}" as it must be expressible in JSON Schema: current value is {}, which accepts anything`,
    }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
