import type { Json, Validator } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

/** Input that does not fit its schema. */
export interface InvalidInput {
  readonly data: Json;
  /** The member that is wrong; `undefined` if no single member is. */
  readonly member: string | undefined;
  /** The fault in words. */
  readonly about: string;
}

/** A value that hardly any schema of a member allows. */
const WRONG: readonly Json[] = [[[]], 'not what the schema allows', -1.5, true];

/** The most members that are changed in turn, because each candidate is a copy of the input. */
const MAX_MEMBERS = 50;

/**
 * Makes input that does not fit from input that does: a member is left out, or has another type. It
 * is an object, as the data of a data part must be. `undefined` if the schema accepts everything
 * that was tried.
 */
export function createInvalid(valid: Json, validator: Validator): InvalidInput | undefined {
  if (!isRecord(valid)) return undefined;
  const entries = Object.entries(valid as Readonly<Record<string, Json>>);
  const tried = entries.slice(0, MAX_MEMBERS);
  const candidates = function* list(): Generator<InvalidInput> {
    for (const [member] of tried) {
      const data = Object.fromEntries(entries.filter(([name]) => name !== member));
      yield { data, member, about: `without ${JSON.stringify(member)}` };
    }
    for (const [member] of tried) {
      for (const value of WRONG) {
        const about = `with ${JSON.stringify(value)} as ${JSON.stringify(member)}`;
        yield { data: { ...valid, [member]: value }, member, about };
      }
    }
    yield { data: {}, member: undefined, about: 'without any member' };
    const extra = { ...valid, 'no-such-member': true };
    yield { data: extra, member: 'no-such-member', about: 'with a member that is not declared' };
  };
  for (const candidate of candidates()) {
    // A check that was given up has problems as well, so that the verdict alone counts.
    if (!validator.isValid(candidate.data) && isDecided(candidate.data, validator)) {
      return candidate;
    }
  }
  return undefined;
}

/** The keywords of checks that were given up. */
const UNDECIDED = new Set(['depth', 'timeout', 'uncheckable']);

function isDecided(data: Json, validator: Validator): boolean {
  return validator.check(data).every(({ keyword }) => !UNDECIDED.has(keyword));
}
