import { ResultView, TaskView, type ThreadEntry, type useAgent } from '@formwork/react';
import type { ReactNode } from 'react';
import type { ShownTool } from '../task/shown-tool.ts';
import type { CardAppearance } from '../texts/choose-language.ts';

/** Shows a call: its arguments, its task, and its result. */
export function CallView({
  agent,
  entry: { id, taskId },
  entry,
  tool,
  look,
  actions,
}: {
  readonly agent: Pick<ReturnType<typeof useAgent>, 'answer' | 'proceed' | 'cancel' | 'retry'>;
  readonly entry: ThreadEntry;
  readonly tool: ShownTool;
  readonly look: CardAppearance;
  /** The buttons below the call. */
  readonly actions: ReactNode;
}): ReactNode {
  return (
    <TaskView
      {...look}
      entry={entry}
      skill={tool.skill}
      title=""
      // Without a heading of its own, the form is under that of the page.
      headingLevel={1}
      onAnswer={(answer) => agent.answer(id, answer)}
      onProceed={() => agent.proceed(id)}
      // Until there is a task, only the host can stop its call.
      {...(taskId !== '' && { onCancel: () => agent.cancel(id) })}
      onRetry={() => agent.retry(id)}
      renderResult={({ schema, data, ...result }) => (
        <ResultView
          {...look}
          title=""
          headingLevel={2}
          schema={tool.output}
          schemaName={schema}
          text={result.text}
          files={result.files}
          problems={result.problems}
          {...(data !== undefined && { data })}
        />
      )}
      actions={actions}
    />
  );
}
