import type { DescribedSkill } from '@formwork/client';
import type { Json } from '@formwork/core';
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
  readonly colorScheme: Scheme;
  readonly initialData: Json | undefined;
  readonly onChange: (data: Json | undefined) => void;
  readonly onSubmit: (data: Json) => void;
}

/** The form itself: loaded when the first one is drawn. */
export function FormPart(props: FormPartProps): ReactNode {
  const { skill, input, colorScheme, initialData, onChange, onSubmit } = props;
  const texts = useTexts();
  const messages = useFormMessages();
  const [example, setExample] = useState<{ readonly data: Json; readonly n: number }>();
  if (messages === undefined) return null;
  const examples = skill.examples.flatMap((given) =>
    given.kind === 'input' && given.schema === input.name ? [given.data] : [],
  );
  const data = example?.data ?? initialData;
  return (
    <>
      {examples.length > 0 && (
        <div className="chips" role="group" aria-label={texts.examples}>
          <span className="faint">{texts.examples}</span>
          {examples.map((given, n) => (
            <button
              key={n}
              type="button"
              className="chip"
              onClick={() => {
                setExample({ data: given, n: (example?.n ?? 0) + 1 });
                onChange(given);
              }}
            >
              {summarize(given) || texts.example(n + 1)}
            </button>
          ))}
        </div>
      )}
      <SkillForm
        key={example?.n ?? 0}
        schema={input.schema}
        title=""
        submitLabel={texts.run(skill.name)}
        messages={messages}
        colorScheme={colorScheme}
        onChange={onChange}
        onSubmit={onSubmit}
        {...(data !== undefined && { initialData: data })}
      />
    </>
  );
}
