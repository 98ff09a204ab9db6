import type { createFormValidator } from './create-form-validator.ts';

/** Makes validators. */
export type CreateFormValidator = typeof createFormValidator;

let known: CreateFormValidator | undefined;
let loading: Promise<void> | undefined;

/** The factory of validators, if it was loaded before. */
export function readValidation(): CreateFormValidator | undefined {
  return known;
}

/**
 * Loads what judges values: a file of its own, as a form can be drawn and filled before it is there.
 * Forms load it themselves; whoever asks earlier has forms with alternatives drawn at once. Rejects
 * if it cannot be loaded; the next call tries again.
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
  known = (await import('./create-form-validator.ts')).createFormValidator;
}
