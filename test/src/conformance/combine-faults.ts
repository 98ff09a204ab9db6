import { CONFORMANCE_RULES } from '@formwork/conformance';
import type { PlantedFault } from './faulty-agent.ts';

/**
 * Lists the faults to plant: alone those that are marked so, or use other doors; the rest together,
 * one of each family, because faults of different families do not touch.
 */
export function combineFaults(
  families: readonly (readonly PlantedFault[])[],
): readonly PlantedFault[] {
  const alone = families.flat().filter(isAlone);
  const rest = families.map((family) => family.filter((fault) => !isAlone(fault)));
  const length = Math.max(...rest.map((family) => family.length));
  const together = Array.from({ length }, (_, index) =>
    combine(rest.flatMap((family) => family[index] ?? [])),
  );
  return [...alone, ...together];
}

function isAlone({ isAlone: isMarked = false, doors }: PlantedFault): boolean {
  return isMarked || doors !== undefined;
}

const ORDER = CONFORMANCE_RULES.map(({ id }) => id);

function combine(faults: readonly PlantedFault[]): PlantedFault {
  const rules = faults.flatMap((fault) => fault.rules);
  return {
    name: faults.map(({ name }) => name).join('; '),
    rules: rules.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)),
    asks: faults.some(({ asks }) => asks === true),
    card: (card) => {
      for (const fault of faults) fault.card?.(card);
    },
    ask: (request) => {
      for (const { ask } of faults) {
        const answer = ask?.(request);
        if (answer !== undefined) return answer;
      }
      return undefined;
    },
    answer: (answer, request) => {
      for (const fault of faults) fault.answer?.(answer, request);
    },
  };
}
