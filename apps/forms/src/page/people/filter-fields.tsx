import { toVisibleText } from '@formwork/react';
import { useId, type ReactNode } from 'react';
import { Select } from '../parts/select.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { toRunState } from './from-task.ts';
import {
  FILTER_STATES,
  type HistoryFilter,
  isCut,
  isNoFilter,
  NO_FILTER,
} from './history-filter.ts';
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
  const peopleTexts = usePeopleTexts();
  const id = useId();
  const { text, ...furtherFilters } = filter;
  const states = FILTER_STATES.map((state): readonly [HistoryFilter['state'], string] => [
    state,
    state === 'submitted' || state === 'working' || state === 'input-required'
      ? peopleTexts.states[state]
      : texts.states[toRunState({ state })],
  ]);
  // Tasks of a skill that the agent no longer has can be found, too.
  const isKnown = filter.skill === '' || skills.some(([name]) => name === filter.skill);
  const unknown = isKnown ? [] : [[filter.skill, toVisibleText(filter.skill)] as const];
  const days = { from: peopleTexts.from, to: peopleTexts.to };
  return (
    <search>
      <label className="said-only" htmlFor={id}>
        {peopleTexts.find}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        aria-describedby={isCut(filter.text) ? `${id}-cut` : undefined}
        placeholder={peopleTexts.find}
        autoComplete="off"
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      {isCut(filter.text) && (
        <p className="help" id={`${id}-cut`} role="status">
          {peopleTexts.cut}
        </p>
      )}
      <details open={Object.values(furtherFilters).some((value) => value !== '') || undefined}>
        <summary>{peopleTexts.filters}</summary>
        <Select
          label={peopleTexts.skill}
          value={filter.skill}
          options={[['', peopleTexts.any], ...skills, ...unknown]}
          onChange={(skill) => onChange({ ...filter, skill })}
        />
        <Select
          label={peopleTexts.state}
          value={filter.state}
          options={[['', peopleTexts.any], ...states]}
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
            {peopleTexts.clear}
          </button>
        )}
      </details>
    </search>
  );
}
