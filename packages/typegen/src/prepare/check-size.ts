import { TypegenLimitError } from '../errors/typegen-limit-error.ts';
import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import type { TypegenLimits } from '../limits.ts';
import type { SchemaDocument } from './schema-document.ts';

/**
 * Refuses documents beyond their limits before anything walks through them. Walks with a stack of
 * its own, so that depth cannot overflow the program's; what goes in a circle ends at the depth.
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
      characters += toCost(value);
      if (typeof value === 'object' && value !== null) {
        objects += 1;
        if (depth > limits.maxDepth) throw tooDeep(name, limits);
        for (const [key, member] of Object.entries(value)) {
          characters += key.length + 3;
          waiting.push({ value: member, depth: depth + 1 });
        }
      } else if (typeof value === 'function' || typeof value === 'symbol') {
        throw new TypegenSourceError(
          `Cannot generate types as ${name} must be JSON: current value has a ${typeof value}`,
        );
      }
      if (objects > limits.maxObjects) throw tooMany(name, limits);
      if (characters > limits.maxCharacters) throw tooLong(name, limits);
    }
  }
}

function toCost(value: unknown): number {
  return typeof value === 'string' ? value.length + 3 : 3;
}

function tooDeep(name: string, { maxDepth }: TypegenLimits): TypegenLimitError {
  const expected = `be nested ${maxDepth} levels deep at most`;
  return new TypegenLimitError(name, { name: 'maxDepth', expected });
}

function tooMany(name: string, { maxObjects }: TypegenLimits): TypegenLimitError {
  const expected = `have ${maxObjects} objects and arrays at most, with what came before it`;
  return new TypegenLimitError(name, { name: 'maxObjects', expected });
}

function tooLong(name: string, { maxCharacters }: TypegenLimits): TypegenLimitError {
  const expected = `be ${maxCharacters} characters long at most, with what came before it`;
  return new TypegenLimitError(name, { name: 'maxCharacters', expected });
}
