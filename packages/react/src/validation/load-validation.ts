import type { FormReview, ProblemList } from '../problems/form-review.ts';
import type { createFormValidator } from './create-form-validator.ts';

/** The type of the function that makes validators: `createFormValidator`. */
export type CreateFormValidator = typeof createFormValidator;

/** The code that forms load after they are drawn. */
let validation:
  | {
      readonly createFormValidator: CreateFormValidator;
      readonly FormReview: typeof FormReview;
      readonly ProblemList: typeof ProblemList;
    }
  | undefined;
let loading: Promise<void> | undefined;

/** Returns the function that makes validators if its code is loaded; else `undefined`. */
export function readValidation(): CreateFormValidator | undefined {
  return validation?.createFormValidator;
}

/** Returns the class that shows the problems of a form if its code is loaded; else `undefined`. */
export function readReview(): typeof FormReview | undefined {
  return validation?.FormReview;
}

/** Returns the component for the problems of a refused form if its code is loaded. */
export function readProblemList(): typeof ProblemList | undefined {
  return validation?.ProblemList;
}

/**
 * Loads the code of validators, a file of its own so that a form can be drawn and filled before.
 * Forms load it themselves; a page that calls this earlier has forms with alternatives drawn at
 * once. Rejects if it cannot be loaded; the next call tries again.
 *
 * @example
 * ```ts
 * import { loadValidation } from '@formwork/react';
 *
 * // While a person still reads, so that the first check waits for nothing.
 * await loadValidation();
 * ```
 */
export async function loadValidation(): Promise<void> {
  loading ??= load();
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

async function load(): Promise<void> {
  const parts = await Promise.all([
    import('./create-form-validator.ts'),
    import('../problems/form-review.ts'),
  ]);
  validation = { ...parts[0], ...parts[1] };
}
