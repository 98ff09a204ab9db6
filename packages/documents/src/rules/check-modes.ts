import { fromSchemaMode } from '@formwork/core/internal';
import { didYouMean } from '@formwork/schema/internal';
import { appendPointer } from '@formwork/schema/internal';
import { previewJson } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';
import { listMembers, toTexts, type Placed } from './read-parts.ts';

/** Modes that name a schema which the card does not have. */
export function checkModes(card: Placed, names: readonly string[]): readonly Problem[] {
  const places = [
    ...['defaultInputModes', 'defaultOutputModes'].map((key) => [card, key] as const),
    ...listMembers(card, 'skills').flatMap((skill) =>
      ['inputModes', 'outputModes'].map((key) => [skill, key] as const),
    ),
  ];
  return places.flatMap(([{ pointer, value }, key]) =>
    toTexts(value[key]).flatMap(([index, mode]) => {
      const name = fromSchemaMode(mode);
      if (name === undefined || names.includes(name)) return [];
      const near = didYouMean(name, names);
      const problem: Problem = {
        pointer: appendPointer(appendPointer(pointer, key), index),
        keyword: 'schema-name',
        expected: 'the name of a schema of the card',
        message: `names the schema ${previewJson(name)}, which the card does not have`,
        ...(near !== undefined && { suggestion: `did you mean ${previewJson(near)}?` }),
      };
      return [problem];
    }),
  );
}
