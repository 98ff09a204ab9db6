import { type FormEvent, type ReactNode, useContext, useId, useState } from 'react';
import { useFormat } from '../parts/format.ts';
import { SkillsContext, useSkillName } from '../parts/skill-name.ts';
import { TASK_STATES } from '../parts/state-label.tsx';
import { type TaskFilter, writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AGE_NAMES } from './use-task-list.ts';

const AGE_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Draws the filters of the list of tasks; they stand in the address once they are applied. */
export function TaskFilters({ filter }: { readonly filter: TaskFilter }): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const id = useId();
  const [draft, setDraft] = useState(filter);
  const nameSkill = useSkillName();
  const skillIds = useContext(SkillsContext).map((skill) => skill.id);
  const skills = [...new Set([...skillIds, ...(draft.skill ? [draft.skill] : [])])];

  function set(name: keyof TaskFilter, text: string): void {
    setDraft(({ [name]: _before, ...rest }) => ({
      ...rest,
      ...(text !== '' && { [name]: text }),
    }));
  }

  function apply(event: FormEvent): void {
    event.preventDefault();
    location.hash = writeRoute({ view: 'tasks', filter: draft });
  }

  return (
    <form className="filters" onSubmit={apply} aria-label={texts.list.filter}>
      <FilterSelect
        id={`${id}-state`}
        label={texts.list.state}
        value={draft.state}
        none={texts.list.anyState}
        options={TASK_STATES.map((state) => [state, texts.states[state]])}
        onChange={(state) => set('state', state)}
      />
      <FilterSelect
        id={`${id}-skill`}
        label={texts.list.skill}
        value={draft.skill}
        none={texts.list.anySkill}
        options={skills.map((skill) => [skill, nameSkill(skill)])}
        onChange={(skill) => set('skill', skill)}
      />
      <FilterSelect
        id={`${id}-older`}
        label={texts.list.older}
        value={draft.older}
        none={texts.list.anyAge}
        options={AGE_NAMES.map((age) => [
          age,
          format.span(Number.parseInt(age, 10) * (AGE_MS[age.slice(-1)] ?? 0)),
        ])}
        onChange={(age) => set('older', age)}
      />
      <label htmlFor={`${id}-scope`}>
        {texts.list.scope}
        <input
          id={`${id}-scope`}
          type="text"
          placeholder="user:ada"
          value={draft.scope ?? ''}
          onChange={({ target }) => set('scope', target.value)}
        />
      </label>
      <label htmlFor={`${id}-id`}>
        {texts.list.id}
        <input
          id={`${id}-id`}
          type="text"
          value={draft.id ?? ''}
          onChange={({ target }) => set('id', target.value.trim())}
        />
      </label>
      <div className="buttons">
        <button type="submit" className="main">
          {texts.list.apply}
        </button>
        {Object.keys(filter).length > 0 && (
          <a className="button" href={writeRoute({ view: 'tasks', filter: {} })}>
            {texts.list.clear}
          </a>
        )}
      </div>
    </form>
  );
}

/** Draws a filter that has one of some values, or none. */
function FilterSelect({
  id,
  label,
  value,
  none,
  options,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  /** The value that is chosen; `undefined` for none. */
  readonly value: string | undefined;
  /** The label of the option that chooses nothing. */
  readonly none: string;
  /** The values with their labels. */
  readonly options: readonly (readonly [value: string, label: string])[];
  /** Called with the chosen value; `''` for none. */
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <label htmlFor={id}>
      {label}
      <select id={id} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
        <option value="">{none}</option>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
