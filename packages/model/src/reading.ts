import { parseWithLibrary } from '@formwork/core/internal';
import type { NamedSchema, Problem } from '@formwork/schema';
import { isRecord, isTooDeep, parsePointer } from '@formwork/schema/json';
import { dropSecrets } from './partial-schema.ts';

/** The members of an input that were understood. */
export type Understood = Readonly<Record<string, unknown>>;

/** The outcome of reading a text; it is JSON, so that it can be stored and no model is asked twice. */
export type Reading =
  /** The input is complete and valid. */
  | { readonly kind: 'fits'; readonly schema: string; readonly data: unknown }
  /** All that was said is right, but not all was said: `names` are the members to ask for. */
  | {
      readonly kind: 'missing';
      readonly schema: string;
      readonly data: Understood;
      readonly names: readonly string[];
    }
  /** No valid input was found; `data` is the part that can be used, of the input `schema`. */
  | { readonly kind: 'unfit'; readonly schema: string | null; readonly data: Understood }
  /** The text asks for something else. */
  | { readonly kind: 'declined' }
  /** No model has read the text: it is empty or too long, or the model failed or is not there. */
  | { readonly kind: 'failed'; readonly reason: 'empty' | 'long' | 'model' | 'host' };

/** A reading of data, with its problems if it is neither complete nor merely incomplete. */
export interface JudgedInput {
  readonly reading: Extract<Reading, { readonly kind: 'fits' | 'missing' | 'unfit' }>;
  /** The problems to correct; `[]` if nothing is wrong with what was said. */
  readonly problems: readonly Problem[];
  /** The data without the secrets in it. */
  readonly data: unknown;
}

/**
 * Judges data as the input of a schema, by the validator that judges every input and by the library
 * that the schema came from. Secrets are removed first, because a person is asked for them.
 */
export async function judgeInput(value: unknown, namedSchema: NamedSchema): Promise<JudgedInput> {
  const { name: schema, validator } = namedSchema;
  // Values nested too deep are refused by the validator, and must not be walked.
  const data = isTooDeep(value) ? value : dropSecrets(value, namedSchema.schema);
  const problems = validator.check(data);
  if (problems.length === 0) {
    const parsed = await parseWithLibrary(namedSchema, structuredClone(data));
    if (parsed.kind === 'parsed') {
      return { reading: { kind: 'fits', schema, data }, problems: [], data };
    }
    return { reading: toUnfit(data, parsed.problems, schema), problems: parsed.problems, data };
  }
  const wrong = problems.filter((problem) => !isMissing(problem));
  if (wrong.length > 0 || !isRecord(data)) {
    return { reading: toUnfit(data, problems, schema), problems: wrong, data };
  }
  const names = [...new Set(problems.map(({ pointer }) => parsePointer(pointer)[0] ?? ''))];
  return { reading: { kind: 'missing', schema, data, names }, problems: [], data };
}

/** True for a problem that only says that something is not there. */
function isMissing({ keyword, pointer, suggestion }: Problem): boolean {
  // A suggestion says that it is there under a wrong name.
  return (
    (keyword === 'required' || keyword === 'dependentRequired') &&
    pointer !== '' &&
    suggestion === undefined
  );
}

/** Keeps the members of wrong data in which, or below which, no problem is. */
function toUnfit(
  data: unknown,
  problems: readonly Problem[],
  schema: string,
): JudgedInput['reading'] {
  const faulty = new Set(problems.map(({ pointer }) => parsePointer(pointer)[0]));
  // Problems that are only counted may lie in any member, and nothing that deep can be stored.
  const isUsable =
    isRecord(data) && !isTooDeep(data) && problems.every(({ keyword }) => keyword !== 'more');
  const members = isUsable ? Object.entries(data).filter(([name]) => !faulty.has(name)) : [];
  return { kind: 'unfit', schema, data: Object.fromEntries(members) };
}
