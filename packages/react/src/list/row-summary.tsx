import type { JsonSchema } from '@formwork/schema';
import type { ReactNode } from 'react';
import { useFormSettings } from '../theme/form-settings.ts';
import { summarizeRow } from './summarize-row.ts';

/** Draws the values of a folded row in one line. */
export function RowSummary({
  item,
  schema,
  root,
}: {
  readonly item: unknown;
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}): ReactNode {
  const { messages } = useFormSettings();
  return summarizeRow(item, { schema, root, language: messages.language }) || messages.emptyRow;
}
