import type { DescribedSkill } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { SkillForm } from '@formwork/react';
import { useState, type ReactNode } from 'react';
import type { Scheme } from '../app/settings.ts';
import type { UsableSchema } from '../app/workspace.ts';
import { summarize } from '../parts/summarize.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useFormMessages } from './use-form-messages.ts';

interface FormPartProps {
  readonly skill: DescribedSkill;
  readonly input: UsableSchema;
  /** Of the agent, where there are several. */
  readonly origin?: string;
  readonly colorScheme: Scheme;
  readonly initialData: Json | undefined;
  readonly onChange: (data: Json | undefined) => void;
  readonly onSubmit: (data: Json) => Promise<void>;
  /** Beside the main button. */
  readonly actions: ReactNode;
}

/** The form itself, with its examples and its JSON. */
export function FormPart(props: FormPartProps): ReactNode {
  const { skill, input, origin, colorScheme, initialData, onChange, onSubmit, actions } = props;
  const texts = useTexts();
  const messages = useFormMessages();
  const [view, setView] = useState<'form' | 'both'>('form');
  if (messages === undefined) return null;
  const examples = skill.examples.flatMap((given) => {
    if (given.kind !== 'input' || given.schema !== input.name) return [];
    const label = summarize(given.data, texts.language);
    return [{ data: given.data, ...(label !== '' && { label }) }];
  });
  return (
    <SkillForm
      schema={input.schema}
      title=""
      {...(origin !== undefined && { origin })}
      examples={examples}
      view={view}
      submitLabel={texts.run(skill.name)}
      messages={messages}
      colorScheme={colorScheme}
      onChange={onChange}
      onSubmit={onSubmit}
      actions={
        <>
          <button
            type="button"
            className="quiet"
            aria-pressed={view === 'both'}
            onClick={() => setView(view === 'both' ? 'form' : 'both')}
          >
            JSON
          </button>
          {actions}
        </>
      }
      {...(initialData !== undefined && { initialData })}
    />
  );
}
