import { toVisibleText } from '@formwork/react';
import { useId, type ReactNode } from 'react';
import { Select } from '../parts/select.tsx';
import { useTexts } from '../texts/use-texts.ts';
import {
  FILTER_STATES,
  type HistoryFilter,
  isCut,
  isNoFilter,
  NO_FILTER,
} from './history-filter.ts';
import { toRunState } from './from-task.ts';
import { usePeopleTexts } from './people-texts.ts';

/** Draws the search field of the history, and the other filters behind a summary. */
export function FilterFields({
  filter,
  skills,
  onChange,
}: {
  readonly filter: HistoryFilter;
  readonly skills: readonly (readonly [id: string, name: string])[];
  readonly onChange: (filter: HistoryFilter) => void;
}): ReactNode {
  const texts = useTexts();
  const own = usePeopleTexts();
  const id = useId();
  const { text, ...others } = filter;
  const states = FILTER_STATES.map((state): readonly [HistoryFilter['state'], string] => [
    state,
    state === 'submitted' || state === 'working' || state === 'input-required'
      ? own.states[state]
      : texts.states[toRunState({ state })],
  ]);
  // Tasks of a skill that the agent no longer has can be found, too.
  const isKnown = filter.skill === '' || skills.some(([name]) => name === filter.skill);
  const unknown = isKnown ? [] : [[filter.skill, toVisibleText(filter.skill)] as const];
  const days = { from: own.from, to: own.to };
  return (
    <search>
      <label className="said-only" htmlFor={id}>
        {own.find}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        aria-describedby={isCut(filter.text) ? `${id}-cut` : undefined}
        placeholder={own.find}
        autoComplete="off"
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      {isCut(filter.text) && (
        <p className="help" id={`${id}-cut`} role="status">
          {own.cut}
        </p>
      )}
      <details open={Object.values(others).some((value) => value !== '') || undefined}>
        <summary>{own.filters}</summary>
        <Select
          label={own.skill}
          value={filter.skill}
          options={[['', own.any], ...skills, ...unknown]}
          onChange={(skill) => onChange({ ...filter, skill })}
        />
        <Select
          label={own.state}
          value={filter.state}
          options={[['', own.any], ...states]}
          onChange={(state) => onChange({ ...filter, state })}
        />
        {(['from', 'to'] as const).map((name) => (
          <div key={name} className="select">
            <label htmlFor={`${id}-${name}`}>{days[name]}</label>
            <input
              id={`${id}-${name}`}
              type="date"
              value={filter[name]}
              onChange={({ target }) => onChange({ ...filter, [name]: target.value })}
            />
          </div>
        ))}
        {!isNoFilter(filter) && (
          <button type="button" className="quiet" onClick={() => onChange(NO_FILTER)}>
            {own.clear}
          </button>
        )}
      </details>
    </search>
  );
}
