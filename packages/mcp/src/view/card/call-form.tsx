import { SkillForm } from '@formwork/react';
import type { Json } from '@formwork/schema';
import type { ReactNode } from 'react';
import type { ShownTool } from '../task/shown-tool.ts';
import type { CardAppearance } from '../texts/choose-language.ts';

/** Shows the form in which a person changes the arguments of a call, to make the next one. */
export function CallForm({
  tool,
  look,
  data,
  onSubmit,
  onBack,
}: {
  readonly tool: ShownTool;
  readonly look: CardAppearance;
  /** The arguments of the last call. */
  readonly data: Json;
  readonly onSubmit: (data: Json) => void;
  /** Closes the form; `undefined` if it cannot be closed, because the agent refused the call. */
  readonly onBack: (() => void) | undefined;
}): ReactNode {
  return (
    <section className="view-form" aria-label={tool.title}>
      <SkillForm
        {...look}
        schema={tool.input}
        initialData={data}
        title=""
        {...(tool.agent !== '' && { origin: tool.agent })}
        onSubmit={onSubmit}
        actions={
          onBack && (
            <button type="button" className="fw-button" onClick={onBack}>
              {look.texts.back}
            </button>
          )
        }
      />
    </section>
  );
}
