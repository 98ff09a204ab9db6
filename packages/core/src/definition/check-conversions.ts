import {
  createSamples,
  findConversionLosses,
  findDroppedFlags,
  type Direction,
} from '@formwork/schema/internal';
import type { NamedSchema, Json, DefinitionIssue } from '@formwork/schema';

/** Options of {@link checkConversions}. */
export interface CheckConversionsOptions {
  /** Valid examples by the name of their schema. */
  readonly examples: ReadonlyMap<string, readonly Json[]>;
  /** How issues name the skill. */
  readonly where: string;
}

/** Warns of what libraries check without publishing it, as far as samples of the inputs show it. */
export function checkConversions(
  inputs: ReadonlyMap<string, NamedSchema>,
  { examples, where }: CheckConversionsOptions,
): readonly DefinitionIssue[] {
  return [...inputs.values()].flatMap((named): DefinitionIssue[] => {
    const { name, library, schema } = named;
    if (library === undefined) return [];
    const samples = createSamples(named, examples.get(name));
    return findConversionLosses(library, schema, samples).map((loss) => ({
      severity: 'warning',
      where: `${where} input ${JSON.stringify(name)}`,
      ...loss,
    }));
  });
}

/** Options of {@link checkFlags}. */
export interface CheckFlagsOptions {
  readonly direction: Direction;
  /** How issues name the skill. */
  readonly where: string;
}

/** Warns of patterns that libraries publish without their flags. */
export function checkFlags(
  schemas: ReadonlyMap<string, NamedSchema>,
  { direction, where }: CheckFlagsOptions,
): readonly DefinitionIssue[] {
  return [...schemas.values()].flatMap(({ name, library, schema }): DefinitionIssue[] => {
    if (library === undefined) return [];
    return findDroppedFlags(library, { direction, published: schema }).map((loss) => ({
      severity: 'warning',
      where: `${where} ${direction} ${JSON.stringify(name)}`,
      ...loss,
    }));
  });
}
