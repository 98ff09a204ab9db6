import {
  createRemoteValidator,
  type Problem,
  vetSchemaShape,
  type Validator,
  WIDE_LIMITS,
} from '@formwork/schema';
import type { WorkerAnswer, WorkerRequest } from './worker-message.ts';

/** The members of a worker's global scope that the checks use. */
export interface WorkerScope {
  addEventListener(
    type: 'message',
    listener: (event: { readonly data: WorkerRequest }) => void,
  ): void;
  postMessage(answer: WorkerAnswer): void;
}

/** The problems of a value, and what found them. */
export interface CheckedValue {
  readonly problems: readonly Problem[];
  readonly validator: Pick<Validator, 'check'>;
  /** The value as JSON text. */
  readonly value: string;
}

/** The maximum number of validators that the worker keeps, one for each schema. */
const MAX_VALIDATORS = 50;

/**
 * Answers the requests to a worker: checks values by whole schemas, including patterns. A check may
 * never end, so the page stops a worker that takes too long.
 *
 * `explain` adds to the problems; without it, they are sent as the validator has found them.
 */
export function answerChecks(
  scope: WorkerScope,
  explain: (checked: CheckedValue) => readonly Problem[] = ({ problems }) => problems,
): void {
  const validators = new Map<string, Validator>();

  function toValidator(schema: string): Validator {
    const cached = validators.get(schema);
    if (cached !== undefined) return cached;
    const outcome = vetSchemaShape(JSON.parse(schema), { limits: WIDE_LIMITS, patterns: 'run' });
    // The page has accepted the schema before; if it is refused here, the worker fails.
    if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
    if (validators.size >= MAX_VALIDATORS) validators.clear();
    const validator = createRemoteValidator(outcome.vetted);
    validators.set(schema, validator);
    return validator;
  }

  scope.addEventListener('message', ({ data: { schema, value } }) => {
    const validator = toValidator(schema);
    const problems = validator.check(JSON.parse(value));
    scope.postMessage({ kind: 'checked', problems: explain({ problems, validator, value }) });
  });
  scope.postMessage({ kind: 'ready' });
}
