import type { Json } from '@formwork/schema';
import { useSyncExternalStore } from 'react';

/** The current data of a form, and the problems for which the form was last refused. */
export interface FormMoment {
  readonly data: Json | undefined;
  /** JSON pointers (RFC 6901) to the values that were refused when the form was last sent. */
  readonly problems: readonly string[];
}

/**
 * A store of a form's current data. Elements beside the fields read it, so that they can draw again
 * after every key without the fields.
 */
export class FormStore {
  readonly #listeners = new Set<() => void>();
  #moment: FormMoment;

  constructor(data: Json | undefined) {
    this.#moment = { data, problems: [] };
  }

  readonly read = (): FormMoment => this.#moment;

  readonly write = (change: Partial<FormMoment>): void => {
    this.#moment = { ...this.#moment, ...change };
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/** Returns the current data and problems of a form; the component draws again when they change. */
export function useFormMoment(store: FormStore): FormMoment {
  return useSyncExternalStore(store.subscribe, store.read, store.read);
}
