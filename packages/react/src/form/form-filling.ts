import type { Json } from '@formwork/schema';
import { type RefObject, useMemo, useRef, useState } from 'react';
import type { FormSettings } from '../theme/form-settings.ts';
import type { SkillFormProps } from './drawn-form.tsx';
import type { FormExample } from './example-chips.tsx';
import { FormStore } from './form-store.ts';

/** The data that a person has entered; `undefined` for a form that was emptied. */
interface EnteredData {
  readonly data: Json | undefined;
  /** The things that fields held and that are no values yet, by JSON pointer. Default: none. */
  readonly held?: FormSettings['restored'];
}

/** The data with which the whole form was last filled: its initial data, an example, or JSON. */
interface LoadedData {
  readonly data: Json | undefined;
  readonly version: number;
  /** The label of the example that the data were taken from; absent for other data. */
  readonly filled?: string;
  /** The data that the person had entered before examples replaced them, the last ones at the end. */
  readonly replaced: readonly EnteredData[];
}

/** The filling of a form: its data, and the changes of all of them at once. */
export interface FormFilling {
  readonly loaded: LoadedData;
  /** The current data, which elements beside the fields read. */
  readonly store: FormStore;
  /** Takes over what the panel of JSON holds; true if that changed the data. */
  readonly flush: RefObject<(() => boolean) | undefined>;
  /** Notes the data that the person has entered. */
  readonly enter: (data: Json | undefined) => void;
  /** Fills the whole form with data that the person has entered. */
  readonly load: (data: Json | undefined) => void;
  /** Fills the whole form with an example. */
  readonly pick: (example: FormExample, label: string) => void;
  /** Fills the form with what the last example has replaced. */
  readonly undo: () => void;
}

/** Holds the filling of a form; `reported` are the things that its fields have reported. */
export function useFormFilling(
  { initialData, onChange }: Pick<SkillFormProps, 'initialData' | 'onChange'>,
  { unreadable, restored }: Pick<FormSettings, 'unreadable' | 'restored'>,
): FormFilling {
  const [loaded, setLoaded] = useState<LoadedData>({
    data: initialData,
    version: 0,
    replaced: [],
  });
  const store = useMemo(() => new FormStore(loaded.data), [loaded.data]);
  /** The data that the person has entered; `undefined` while the form shows only defaults or an example. */
  const entered = useRef<EnteredData | undefined>(
    initialData === undefined ? undefined : { data: initialData },
  );
  const flush = useRef<(() => boolean) | undefined>(undefined);

  function enter(data: Json | undefined): void {
    entered.current = { data };
    onChange?.(data);
  }

  /** Fills the whole form; the version counts on from the newest one, as callers may be late. */
  function fill(
    data: Json | undefined,
    toRest: (now: LoadedData) => Partial<LoadedData> = () => ({}),
  ): void {
    setLoaded((now) => ({
      data,
      version: now.version + 1,
      replaced: now.replaced,
      ...toRest(now),
    }));
  }

  return {
    loaded,
    store,
    flush,
    enter,
    load(data) {
      fill(data);
      enter(data);
    },
    pick({ data }, label) {
      // JSON that was just typed belongs to what the person has entered.
      flush.current?.();
      const held = new Map(unreadable);
      const before =
        held.size === 0 ? entered.current : { data: store.read().data, ...entered.current, held };
      entered.current = undefined;
      restored.clear();
      fill(data, ({ replaced }) => ({
        filled: label,
        replaced: before === undefined ? replaced : [...replaced, before],
      }));
      onChange?.(data);
    },
    undo() {
      const last = loaded.replaced.at(-1);
      if (last === undefined) return;
      restored.clear();
      for (const [pointer, value] of last.held ?? []) restored.set(pointer, value);
      fill(last.data, ({ replaced }) => ({ replaced: replaced.slice(0, -1) }));
      enter(last.data);
    },
  };
}
