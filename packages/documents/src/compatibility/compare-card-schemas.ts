import { fromSchemaMode } from '@formwork/core';
import { type VetLimits, compareSchemas, type CompatibilityChange } from '@formwork/schema';
import { appendPointer } from '@formwork/schema/json';
import {
  listEntries,
  listTexts,
  readCardSchemas,
  createAddition,
  createRemoval,
  type Loose,
} from './card-view.ts';

/** A named schema that a skill uses as input or output, with its names in both cards. */
export interface SchemaUse {
  readonly side: 'input' | 'output';
  readonly was: string;
  /** The name of the schema in the new card; it differs from `was` if the schema was renamed. */
  readonly is: string;
}

/** Compares the named schemas of two cards, each once for each direction in which skills use it. */
export function compareCardSchemas(
  uses: readonly SchemaUse[],
  {
    before,
    after,
    limits,
  }: { readonly before: Loose; readonly after: Loose; readonly limits: Partial<VetLimits> },
): readonly CompatibilityChange[] {
  const [olds, news] = [readCardSchemas(before), readCardSchemas(after)];
  const distinct = new Map(uses.map((use) => [JSON.stringify([use.side, use.was, use.is]), use]));
  const changes = [...distinct.values()].flatMap(
    ({ side, was, is }): readonly CompatibilityChange[] => {
      // Without a schema in the old card, callers could rely on nothing.
      if (!Object.hasOwn(olds.value, was)) return [];
      if (!Object.hasOwn(news.value, is)) {
        return [
          createRemoval({
            kind: 'breaking',
            code: 'schema-removed',
            pointer: appendPointer(olds.pointer, was),
            was: olds.value[was],
            message: `Schema "${was}" is no longer in the card, although skills refer to it.`,
          }),
        ];
      }
      const report = compareSchemas(olds.value[was], news.value[is], { direction: side, limits });
      const label = side === 'input' ? 'Input' : 'Output';
      return report.changes.map((change) => ({
        ...change,
        pointer:
          change.in === 'old'
            ? `${appendPointer(olds.pointer, was)}${change.pointer}`
            : `${appendPointer(news.pointer, is)}${change.pointer}`,
        message: `${label} "${is}": ${change.message}`,
      }));
    },
  );
  return [...changes, ...compareUnused(before, after)];
}

/** Compares the schemas that no mode refers to in either card; nothing is sent by their names. */
function compareUnused(before: Loose, after: Loose): readonly CompatibilityChange[] {
  const used = new Set([...listUsed(before), ...listUsed(after)]);
  const [olds, news] = [readCardSchemas(before), readCardSchemas(after)];
  const gone = Object.keys(olds.value).filter(
    (name) => !Object.hasOwn(news.value, name) && !used.has(name),
  );
  const came = Object.keys(news.value).filter(
    (name) => !Object.hasOwn(olds.value, name) && !used.has(name),
  );
  return [
    ...gone.map((name) =>
      createRemoval({
        kind: 'safe',
        code: 'schema-removed',
        pointer: appendPointer(olds.pointer, name),
        was: olds.value[name],
        message: `Schema "${name}" was removed.`,
      }),
    ),
    ...came.map((name) =>
      createAddition({
        kind: 'safe',
        code: 'schema-added',
        pointer: appendPointer(news.pointer, name),
        is: news.value[name],
        message: `Schema "${name}" was added.`,
      }),
    ),
  ];
}

/** Lists the names of schemas that the modes of a card refer to. */
function listUsed(card: Loose): readonly string[] {
  const skills = listEntries(card, 'skills').flatMap(({ value }) => [
    ...listTexts(value, 'inputModes'),
    ...listTexts(value, 'outputModes'),
  ]);
  const shared = ['defaultInputModes', 'defaultOutputModes'].flatMap((name) =>
    listTexts(card, name),
  );
  return [...skills, ...shared].flatMap((mode) => fromSchemaMode(mode) ?? []);
}
