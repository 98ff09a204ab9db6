import { createEntry, TaskView } from '@formwork/react';
import type { Json } from '@formwork/schema';
import { useMemo, type ReactNode } from 'react';
import type { ShownTool } from '../task/shown-tool.ts';
import type { CardLook } from './card-look.ts';

interface PreparingProps {
  readonly isReady: boolean;
  /** What the model has written so far: for reading only, it may still change. */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  readonly tool: ShownTool;
  readonly look: CardLook;
}

const nothing = (): void => {};

/** Before the call: what the model is about to send. */
export function Preparing({ isReady, input, tool, look }: PreparingProps): ReactNode {
  const { messages, texts, colorScheme } = look;
  const began = useMemo(() => Date.now(), []);
  if (!isReady || input === undefined) {
    return (
      <p role="status" className="view-note">
        {isReady ? texts.preparing : texts.waiting}
      </p>
    );
  }
  // What came over the wire as JSON is JSON.
  const sent = { kind: 'input', skillId: tool.name, schema: '', data: input as Json } as const;
  const entry = {
    ...createEntry({ id: 'preparing', sent, at: began }),
    state: { kind: 'working', text: texts.preparing } as const,
    heardAt: Date.now(),
  };
  return (
    <TaskView
      entry={entry}
      skill={tool.skill}
      title=""
      messages={messages}
      colorScheme={colorScheme}
      onAnswer={nothing}
      onProceed={nothing}
    />
  );
}
