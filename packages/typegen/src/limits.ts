import { TypegenLimitError, TypegenSourceError } from './errors.ts';
import type { SchemaDocument } from './type-source.ts';

/**
 * Limits on the cost of a source of types; a larger source is refused with a `TypegenLimitError`.
 */
export interface TypegenLimits {
  /** The most characters of all documents together as JSON text, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** The most levels of objects and arrays within one another. */
  readonly maxDepth: number;
  /**
   * The most objects and arrays in all documents together, and the most schemas that all skills of
   * an agent name.
   */
  readonly maxObjects: number;
  /** The most subschemas that types are made of, each counted as often as it is used in place. */
  readonly maxSchemas: number;
  /** The longest time to prepare the types, in milliseconds; it is checked between subschemas. */
  readonly maxMilliseconds: number;
}

/** The default limits for your own files and agents, far above the largest published schemas. */
export const LOCAL_LIMITS: TypegenLimits = {
  maxCharacters: 32 * 1024 * 1024,
  maxDepth: 256,
  maxObjects: 2_000_000,
  maxSchemas: 500_000,
  maxMilliseconds: 120_000,
};

/** The default limits for agent cards from elsewhere: ten times what an honest card needs. */
export const REMOTE_LIMITS: TypegenLimits = {
  maxCharacters: 256 * 1024,
  maxDepth: 64,
  maxObjects: 10_000,
  maxSchemas: 2_000,
  maxMilliseconds: 5_000,
};

/**
 * Refuses documents beyond their limits before anything else walks through them. It keeps a stack
 * of its own, so that deep nesting cannot overflow the program's; a circle ends at the greatest
 * depth.
 */
export function checkSize(documents: readonly SchemaDocument[], limits: TypegenLimits): void {
  let characters = 0;
  let objects = 0;
  for (const { name, content } of documents) {
    const waiting: { readonly value: unknown; readonly depth: number }[] = [
      { value: content, depth: 1 },
    ];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { value, depth } = next;
      characters += costOf(value);
      if (typeof value === 'object' && value !== null) {
        objects += 1;
        if (depth > limits.maxDepth) throw createDepthError(name, limits);
        for (const [key, member] of Object.entries(value)) {
          characters += key.length + 3;
          waiting.push({ value: member, depth: depth + 1 });
        }
      } else if (typeof value === 'function' || typeof value === 'symbol') {
        throw new TypegenSourceError(
          `Cannot generate types because ${name} must be JSON: current value has a ${typeof value}`,
        );
      }
      if (objects > limits.maxObjects) throw createCountError(name, limits);
      if (characters > limits.maxCharacters) throw createLengthError(name, limits);
    }
  }
}

function costOf(value: unknown): number {
  return typeof value === 'string' ? value.length + 3 : 3;
}

function createDepthError(name: string, { maxDepth }: TypegenLimits): TypegenLimitError {
  const expected = `be nested ${maxDepth} levels deep at most`;
  return new TypegenLimitError(name, { name: 'maxDepth', expected });
}

function createCountError(name: string, { maxObjects }: TypegenLimits): TypegenLimitError {
  const expected = `have ${maxObjects} objects and arrays at most, with what came before it`;
  return new TypegenLimitError(name, { name: 'maxObjects', expected });
}

function createLengthError(name: string, { maxCharacters }: TypegenLimits): TypegenLimitError {
  const expected = `be ${maxCharacters} characters long at most, with what came before it`;
  return new TypegenLimitError(name, { name: 'maxCharacters', expected });
}
