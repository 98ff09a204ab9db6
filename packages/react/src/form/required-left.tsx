import { useDeferredValue, useMemo, type ReactNode } from 'react';
import type { JsonSchema } from '@formwork/schema';
import { useMore } from '../theme/use-more.ts';
import { formatNumber } from '../text/format-number.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { useFormMoment, type FormStore } from './form-store.ts';
import { parsePointer } from '@formwork/schema/internal';
import { toProblemFact } from '../messages/problem-fact.ts';
import type { LateValidator } from '../validation/create-late-validator.ts';
import { listMissing } from './list-missing.ts';
import { revealPlace } from './reveal-place.ts';

interface RequiredLeftProps {
  readonly schema: JsonSchema;
  readonly validator: LateValidator;
  readonly store: FormStore;
}

/** Draws how many required fields of a long form are empty, as a button that leads to the first. */
export function RequiredLeft({ schema, validator, store }: RequiredLeftProps): ReactNode {
  const settings = useFormSettings();
  const { language } = settings.messages;
  const more = useMore();
  const { data } = useFormMoment(store);
  const later = useDeferredValue(data);
  const missing = useMemo(() => {
    const listed = listMissing(schema, later);
    // In rows, and in alternatives without a constant, only the check finds what is missing.
    return listed.length > 0 ? listed : listFound(validator, later);
  }, [schema, validator, later]);
  const [next] = missing;
  if (more === undefined || (next === undefined && !validator.isReady())) return null;
  if (next === undefined) return <span className="fw-note">{more.noneLeft}</span>;
  return (
    <button type="button" className="fw-button fw-left" onClick={() => revealPlace(next, settings)}>
      {more.requiredLeft(missing.length, formatNumber(missing.length, language))}
    </button>
  );
}

/** Lists the paths of values that the check misses. */
function listFound(validator: LateValidator, data: unknown): readonly (readonly string[])[] {
  return validator
    .check(data)
    .filter((problem) => toProblemFact(problem).kind === 'missing')
    .map(({ pointer }) => parsePointer(pointer));
}
