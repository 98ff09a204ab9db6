import type { Json, JsonSchema } from '@formwork/core';
import { SkillForm } from '@formwork/react';
import type { ReactNode } from 'react';
import type { Scheme } from '../app/settings.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useFormMessages } from './use-form-messages.ts';

interface AnswerFormProps {
  readonly schema: JsonSchema;
  readonly origin: string;
  readonly colorScheme: Scheme;
  readonly onSubmit: (data: Json) => void;
}

/** The form of a question. */
export function AnswerForm({ schema, origin, colorScheme, onSubmit }: AnswerFormProps): ReactNode {
  const texts = useTexts();
  const messages = useFormMessages();
  if (messages === undefined) return null;
  return (
    <>
      <SkillForm
        schema={schema}
        headingLevel={3}
        submitLabel={texts.answer}
        messages={messages}
        colorScheme={colorScheme}
        onSubmit={onSubmit}
      />
      <p className="origin">{texts.from(origin)}</p>
    </>
  );
}
