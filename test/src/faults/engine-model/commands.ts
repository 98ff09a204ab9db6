import { stringify, type Arbitrary, type AsyncCommand } from 'fast-check';
import fc from 'fast-check';
import { deepStrictEqual } from 'node:assert/strict';
import { changes, looks, type Choice } from './choice.ts';
import type { Lane } from './lane.ts';
import { callEngine, type Operation, type Outcome } from './operation.ts';
import type { ReferenceEngine } from './reference-engine.ts';
import { toOperation } from './to-operation.ts';

/**
 * The state that the commands of the model share: the reference engine, the clock, and a note of
 * outcomes.
 */
export interface World {
  readonly reference: ReferenceEngine;
  readonly advance: (milliseconds: number) => void;
  /**
   * Called with each operation and its outcome, so that tests can count which outcomes occurred.
   */
  readonly note: (operation: Operation, outcome: Outcome) => void;
}

type Command = AsyncCommand<World, readonly Lane[]>;

/**
 * Generates the commands of the model: single and concurrent calls, pauses, and reopening of files.
 */
export const commands: readonly Arbitrary<Command>[] = [
  ...Array.from({ length: 6 }, () => changes.map((choice) => createCalls([choice]))),
  ...Array.from({ length: 2 }, () => looks.map((choice) => createCalls([choice]))),
  fc.array(changes, { minLength: 2, maxLength: 5 }).map(createCalls),
  fc.constantFrom(1, 60, 120, 2_000).map(createPause),
  fc.constant(createReopening()),
];

/**
 * Makes a command of calls that do not wait for each other; they must take effect in their order.
 */
function createCalls(choices: readonly Choice[]): Command {
  // The calls are converted to text only if the run fails, because that takes longer than the
  // calls.
  let shown: readonly unknown[] = choices;
  return {
    check: () => true,
    async run({ reference, note }, lanes) {
      const made: { readonly operation: Operation; readonly expected: Outcome }[] = [];
      for (const choice of choices) {
        const operation = toOperation(choice, reference);
        const expected = reference.apply(operation);
        note(operation, expected);
        made.push({ operation, expected });
      }
      shown = made.map(({ operation }) => operation);
      for (const lane of lanes) {
        const engine = lane.next();
        const outcomes = await Promise.all(
          made.map(({ operation }) => callEngine(engine, operation)),
        );
        for (const [index, { operation, expected }] of made.entries()) {
          const where = `${operation.kind}() of ${lane.name}`;
          deepStrictEqual({ where, ...outcomes[index] }, { where, ...expected });
        }
      }
    },
    toString: () => shown.map((each) => stringify(each)).join(' with '),
  };
}

function createPause(milliseconds: number): Command {
  return {
    check: () => true,
    run: ({ advance }) => Promise.resolve(advance(milliseconds)),
    toString: () => `${milliseconds} ms pass`,
  };
}

function createReopening(): Command {
  return {
    check: () => true,
    async run(_, lanes) {
      for (const lane of lanes) await lane.reopen();
    },
    toString: () => 'files are opened again',
  };
}
