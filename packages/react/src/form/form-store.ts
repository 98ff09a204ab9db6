import type { Json } from '@formwork/schema';
import { useSyncExternalStore } from 'react';

/** The current data of a form and the problems that it was last refused for. */
export interface FormMoment {
  readonly data: Json | undefined;
  /** JSON pointers (RFC 6901) to the values that were refused when the form was last sent. */
  readonly problems: readonly string[];
}

/**
 * A store of a form's current data, for elements beside its fields: they draw again with every key,
 * while the fields need not.
 */
export interface FormStore {
  readonly read: () => FormMoment;
  readonly write: (change: Partial<FormMoment>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes the store of a form with the data that it begins with. */
export function createFormStore(data: Json | undefined): FormStore {
  let moment: FormMoment = { data, problems: [] };
  const listeners = new Set<() => void>();
  return {
    read: () => moment,
    write(change) {
      moment = { ...moment, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The current data and problems of a form; the component draws again when they change. */
export function useFormMoment(store: FormStore): FormMoment {
  return useSyncExternalStore(store.subscribe, store.read, store.read);
}
