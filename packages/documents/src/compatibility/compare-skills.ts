import { fromSchemaMode } from '@formwork/core';
import type { CompatibilityChange } from '@formwork/schema';
import { toSortedJson } from '@formwork/schema/json';
import {
  listEntries,
  listTexts,
  pair,
  createAddition,
  createRemoval,
  type Entry,
  type Loose,
  compareTexts,
} from './card-view.ts';
import type { SchemaUse } from './compare-card-schemas.ts';
import { compareModes, type ModeSide } from './compare-modes.ts';
import { compareRequirements } from './compare-security.ts';

/**
 * Compares the skills of two cards: which there are, what they take and give, and who may call
 * them.
 */
export function compareSkills(
  before: Loose,
  after: Loose,
): {
  readonly changes: readonly CompatibilityChange[];
  /** The named schemas that skills use in both cards, whose content is still to be compared. */
  readonly uses: readonly SchemaUse[];
} {
  const { removed, added, matched } = pair(
    listEntries(before, 'skills'),
    listEntries(after, 'skills'),
    readId,
  );
  const changes: CompatibilityChange[] = [];
  const uses: SchemaUse[] = [];
  const fresh = [...added];
  const pairs = [...matched];
  const identities = new Map([...removed, ...added].map((skill) => [skill, readIdentity(skill)]));
  for (const skill of removed) {
    const old = identities.get(skill);
    const successor = fresh.find((candidate) => isRenamed(old, identities.get(candidate)));
    if (successor === undefined) {
      changes.push(
        createRemoval({
          kind: 'breaking',
          code: 'skill-removed',
          pointer: skill.pointer,
          was: readId(skill),
          message: `Skill "${readId(skill)}" was removed.`,
        }),
      );
      continue;
    }
    fresh.splice(fresh.indexOf(successor), 1);
    pairs.push([skill, successor]);
    changes.push({
      kind: 'breaking',
      code: 'skill-renamed',
      pointer: `${successor.pointer}/id`,
      in: 'new',
      was: readId(skill),
      is: readId(successor),
      message: `Skill "${readId(skill)}" is now called "${readId(successor)}"; callers ask for it by its id.`,
    });
  }
  for (const skill of fresh) {
    changes.push(
      createAddition({
        kind: 'safe',
        code: 'skill-added',
        pointer: skill.pointer,
        is: readId(skill),
        message: `Skill "${readId(skill)}" was added.`,
      }),
    );
  }
  for (const [old, now] of pairs) {
    changes.push(...compareTexts(['name', 'description', 'tags', 'examples'], [old, now]));
    if ([old, now].some(hasRequirements)) {
      changes.push(...compareRequirements(old, now, { before, after }));
    }
    for (const side of ['input', 'output'] as const) {
      const [was, is] = [
        findModes(before, { skill: old, side }),
        findModes(after, { skill: now, side }),
      ];
      const comparison = compareModes({
        before,
        after,
        side,
        was,
        is,
        subject: `Skill "${readId(now)}"`,
      });
      changes.push(...comparison.changes);
      uses.push(...comparison.uses);
    }
  }
  return { changes, uses };
}

/** True if a skill has security requirements of its own; otherwise those of the agent count. */
function hasRequirements({ value }: Entry): boolean {
  return value['securityRequirements'] !== undefined || value['security'] !== undefined;
}

/** Returns the modes of a skill, or those of the agent where the skill names none. */
function findModes(
  card: Loose,
  { skill, side }: { readonly skill: Entry; readonly side: 'input' | 'output' },
): ModeSide {
  const field = `${side}Modes`;
  const modes = listTexts(skill.value, field);
  if (modes.length > 0) return { modes, pointer: `${skill.pointer}/${field}` };
  const shared = side === 'input' ? 'defaultInputModes' : 'defaultOutputModes';
  return { modes: listTexts(card, shared), pointer: `/${shared}` };
}

/** The parts of a skill that stay the same when it gets another id. */
interface SkillIdentity {
  readonly name: unknown;
  /** The modes of the skill that name schemas, as JSON; `undefined` if it takes no schema. */
  readonly schemas: string | undefined;
}

function readIdentity({ value }: Entry): SkillIdentity {
  const [inputs = [], outputs = []] = ['inputModes', 'outputModes'].map((side) =>
    listTexts(value, side).filter((mode) => fromSchemaMode(mode) !== undefined),
  );
  const schemas = inputs.length === 0 ? undefined : toSortedJson([inputs, outputs]);
  return { name: value['name'], schemas };
}

/**
 * True if two skills are the same under different ids: they have the same name, or the same
 * schemas.
 */
function isRenamed(old: SkillIdentity | undefined, now: SkillIdentity | undefined): boolean {
  if (old === undefined || now === undefined) return false;
  if (typeof old.name === 'string' && old.name === now.name) return true;
  return old.schemas !== undefined && old.schemas === now.schemas;
}

/** Counts the modes of all skills of a card, those that they inherit included. */
export function countModes(card: Loose): number {
  const defaults = {
    input: listTexts(card, 'defaultInputModes').length,
    output: listTexts(card, 'defaultOutputModes').length,
  };
  return listEntries(card, 'skills').reduce((sum, { value }) => {
    const inputs = listTexts(value, 'inputModes').length || defaults.input;
    const outputs = listTexts(value, 'outputModes').length || defaults.output;
    return sum + inputs + outputs;
  }, 0);
}

function readId({ value, pointer }: Entry): string {
  return typeof value['id'] === 'string' ? value['id'] : pointer;
}
