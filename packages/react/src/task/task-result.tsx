import type { JsonSchema } from '@formwork/schema';
import type { ReactNode } from 'react';
import type { ResultEvent } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { ResultView } from '../result/result-view.tsx';

/** Draws the result of a task; until the result arrives, draws an outline of it. */
export function TaskResult({
  result,
  schema,
  ...rest
}: {
  /** The event that holds the result; absent until the result arrives. */
  readonly result?: ResultEvent;
  readonly schema: JsonSchema | undefined;
  readonly headingLevel: 1 | 2 | 3 | 4 | 5;
  readonly messages: Messages;
  readonly colorScheme: 'light' | 'dark' | 'system';
  /** True for people who know neither schemas nor JSON. */
  readonly plain: boolean;
}): ReactNode {
  const schemaProps = schema === undefined ? {} : { schema };
  if (result === undefined) return <ResultView pending title="" {...schemaProps} {...rest} />;
  const { schema: schemaName, data, text, conclusion, files, problems } = result;
  return (
    <ResultView
      title=""
      schemaName={rest.plain ? '' : schemaName}
      // A text that only repeats the data as JSON is left out, and so is the last message, which is
      // shown below.
      text={text === conclusion || (data !== undefined && isJson(text)) ? '' : text}
      files={files}
      problems={problems}
      {...(data !== undefined && { data })}
      {...schemaProps}
      {...rest}
    />
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
