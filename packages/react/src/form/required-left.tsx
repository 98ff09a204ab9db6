import { useDeferredValue, useMemo, type ReactNode } from 'react';
import type { JsonSchema } from '@formwork/schema';
import { useMore } from '../theme/use-more.ts';
import { formatNumber } from '../text/format-number.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { useFormMoment, type FormStore } from './form-store.ts';
import { listMissing } from './list-missing.ts';
import { revealPlace } from './reveal-place.ts';

interface RequiredLeftProps {
  readonly schema: JsonSchema;
  readonly store: FormStore;
}

/** Draws how many required fields of a long form are empty, as a button that leads to the first. */
export function RequiredLeft({ schema, store }: RequiredLeftProps): ReactNode {
  const settings = useFormSettings();
  const { language } = settings.messages;
  const more = useMore();
  const { data } = useFormMoment(store);
  const later = useDeferredValue(data);
  const missing = useMemo(() => listMissing(schema, later), [schema, later]);
  const [next] = missing;
  if (more === undefined) return null;
  if (next === undefined) return <span className="fw-note">{more.noneLeft}</span>;
  return (
    <button type="button" className="fw-button fw-left" onClick={() => revealPlace(next, settings)}>
      {more.requiredLeft(missing.length, formatNumber(missing.length, language))}
    </button>
  );
}
