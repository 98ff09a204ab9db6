import type { JsonSchema } from '@formwork/schema';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import type { Section } from '../form-schema/section.ts';
import { toFieldElementId } from '../theme/element-ids.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { revealField } from '../theme/reveal-field.ts';
import { type FormStore, useFormMoment } from './form-store.ts';
import { listMissingFields } from './missing-fields.ts';
import { toSectionState } from './section-state.ts';

const SIGNS = { problem: '!', filled: '✓', open: '○' } as const;

/**
 * Draws the list of sections beside a long form, each with its state; the style sheet hides it in
 * narrow windows.
 */
export function ProgressRail({
  schema,
  sections,
  store,
}: {
  readonly schema: JsonSchema;
  readonly sections: readonly Section[];
  readonly store: FormStore;
}): ReactNode {
  const settings = useFormSettings();
  const { messages, prefix } = settings;
  const { data, problems } = useFormMoment(store);
  const later = useDeferredValue(data);
  const missing = useMemo(
    () => new Set(listMissingFields(schema, later).map(([name]) => name)),
    [schema, later],
  );
  return (
    <nav className="fw-rail" aria-label={messages.sections}>
      <ol>
        {sections.map((section) => {
          const sectionState = toSectionState(section, data, problems);
          const isLeft =
            sectionState === 'filled' && section.names.some((name) => missing.has(name));
          const state = isLeft ? 'open' : sectionState;
          const [first = ''] = section.names;
          return (
            <li key={first} data-fw-state={state}>
              <span aria-hidden="true">{SIGNS[state]}</span>
              <a
                href={`#${toFieldElementId(prefix, [first])}`}
                onClick={(event) => {
                  event.preventDefault();
                  revealField([first], settings);
                }}
              >
                {section.label}
                {state !== 'open' && (
                  <span className="fw-hidden"> ({messages.sectionStates[state]})</span>
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
