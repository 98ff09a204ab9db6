import { type FormEvent, type ReactNode, useContext, useId, useState } from 'react';
import { type TaskFilter, writeRoute } from '../route/route.ts';
import { useFormat } from '../parts/format.ts';
import { SkillsContext, useSkillName } from '../parts/skill-name.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AGE_NAMES } from './use-task-list.ts';

const STATES = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'failed',
  'rejected',
  'canceled',
] as const;

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
  const known = useContext(SkillsContext).map((skill) => skill.id);
  const skills = [...new Set([...known, ...(draft.skill ? [draft.skill] : [])])];

  function set(name: keyof TaskFilter, given: string | undefined): void {
    setDraft(({ [name]: _before, ...rest }) => ({
      ...rest,
      ...(given !== undefined && { [name]: given }),
    }));
  }

  function apply(event: FormEvent): void {
    event.preventDefault();
    location.hash = writeRoute({ view: 'tasks', filter: draft });
  }

  const choose = (text: string): string | undefined => (text === '' ? undefined : text);
  return (
    <form className="filters" onSubmit={apply} aria-label={texts.list.filter}>
      <label htmlFor={`${id}-state`}>
        {texts.list.state}
        <select
          id={`${id}-state`}
          value={draft.state ?? ''}
          onChange={({ target }) => set('state', choose(target.value))}
        >
          <option value="">{texts.list.anyState}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {texts.states[state]}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}-skill`}>
        {texts.list.skill}
        <select
          id={`${id}-skill`}
          value={draft.skill ?? ''}
          onChange={({ target }) => set('skill', choose(target.value))}
        >
          <option value="">{texts.list.anySkill}</option>
          {skills.map((skill) => (
            <option key={skill} value={skill}>
              {nameSkill(skill)}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}-older`}>
        {texts.list.older}
        <select
          id={`${id}-older`}
          value={draft.older ?? ''}
          onChange={({ target }) => set('older', choose(target.value))}
        >
          <option value="">{texts.list.anyAge}</option>
          {AGE_NAMES.map((age) => (
            <option key={age} value={age}>
              {format.span(Number.parseInt(age, 10) * (AGE_MS[age.slice(-1)] ?? 0))}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}-scope`}>
        {texts.list.scope}
        <input
          id={`${id}-scope`}
          type="text"
          placeholder="user:ada"
          value={draft.scope ?? ''}
          onChange={({ target }) => set('scope', choose(target.value))}
        />
      </label>
      <label htmlFor={`${id}-id`}>
        {texts.list.id}
        <input
          id={`${id}-id`}
          type="text"
          value={draft.id ?? ''}
          onChange={({ target }) => set('id', choose(target.value.trim()))}
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
