import type { JsonSchema } from '@formwork/schema';
import { parsePointer } from '@formwork/schema/json';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { toProblemFact } from '../messages/problem-fact.ts';
import { type ChoosingForm, toChosenProblems } from '../problems/chosen-alternative.ts';
import { formatNumber } from '../text/format-number.ts';
import { type FormSettings, useFormSettings } from '../theme/form-settings.ts';
import { revealField } from '../theme/reveal-field.ts';
import { useLazyMessages } from '../theme/use-lazy-messages.ts';
import type { LazyValidator } from '../validation/create-lazy-validator.ts';
import { useFormMoment, type FormStore } from './form-store.ts';
import { listMissingFields } from './missing-fields.ts';

/** Draws how many required fields of a long form are empty, as a button that leads to the first. */
export function RequiredCount({
  schema,
  validator,
  store,
}: {
  readonly schema: JsonSchema;
  readonly validator: LazyValidator;
  readonly store: FormStore;
}): ReactNode {
  const settings = useFormSettings();
  const { language } = settings.messages;
  const lazyMessages = useLazyMessages();
  const { data } = useFormMoment(store);
  const later = useDeferredValue(data);
  const missing = useMemo(() => {
    const listed = listMissingFields(schema, later);
    // In rows, and in alternatives without a constant, only the check finds what is missing.
    const missingPaths = findMissing({ schema, validator, settings }, later);
    const names = listed.map(toName);
    const furtherPaths = missingPaths?.filter(
      (path) => !names.some((name) => name.startsWith(toName(path))),
    );
    return furtherPaths === undefined && listed.length === 0
      ? undefined
      : [...listed, ...(furtherPaths ?? [])];
  }, [schema, validator, settings, later]);
  if (lazyMessages === undefined || missing === undefined) return null;
  const [next] = missing;
  if (next === undefined) return <span className="fw-note">{lazyMessages.noneLeft}</span>;
  return (
    <button type="button" className="fw-button fw-left" onClick={() => revealField(next, settings)}>
      {lazyMessages.requiredLeft(missing.length, formatNumber(missing.length, language))}
    </button>
  );
}

/**
 * Lists the paths of values that the check misses, of a union in the alternative that the person has
 * chosen; `undefined` if it cannot tell.
 */
function findMissing(
  {
    schema,
    validator,
    settings,
  }: {
    readonly schema: JsonSchema;
    readonly validator: LazyValidator;
    readonly settings: FormSettings;
  },
  data: unknown,
): readonly (readonly string[])[] | undefined {
  if (!validator.knowsMissing(data)) return undefined;
  const fits: ChoosingForm['fits'] = (part, value) => validator.isPartValid(part, value);
  const form = { schema, settings, fits };
  const facts = validator
    .check(data)
    .flatMap((problem) => toChosenProblems(form, problem, data))
    .map((problem) => ({ problem, ...toProblemFact(problem) }));
  const missing = facts.filter(({ kind }) => kind === 'missing');
  // A value that fits no alternative may lack something in each of them.
  if (missing.length === 0 && facts.some(({ kind }) => kind === 'choice')) return undefined;
  return missing.map(({ problem }) => parsePointer(problem.pointer));
}

/** Writes a path so that those of its members begin with it. */
function toName(path: readonly string[]): string {
  return path.map((name) => `${JSON.stringify(name)}/`).join('');
}
