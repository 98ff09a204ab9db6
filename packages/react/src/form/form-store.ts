import type { Json } from '@formwork/schema';
import { useSyncExternalStore } from 'react';

/** The current value of a form. */
export interface FormMoment {
  readonly data: Json | undefined;
  /** JSON pointers (RFC 6901) to what was refused when the form was last sent. */
  readonly problems: readonly string[];
}

/**
 * The moment of a form, for what stands beside its fields: they read it without drawing the fields
 * again with every key.
 */
export interface FormStore {
  readonly read: () => FormMoment;
  readonly write: (change: Partial<FormMoment>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store with the data that a form begins with. */
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

/** The moment of a form; draws again when it changes. */
export function useFormMoment(store: FormStore): FormMoment {
  return useSyncExternalStore(store.subscribe, store.read, store.read);
}
