import { type Json, type JsonSchema } from '@formwork/core';
import { createElement, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';
import type { FormLimits } from '../form-schema/form-limits.ts';
import { FormSettingsProvider, type FormSettings } from '../theme/form-settings.ts';
import { DrawnForm } from './drawn-form.tsx';
import { FormBoundary } from './form-boundary.tsx';
import { JsonForm } from './json-form.tsx';
import { prepareForm } from './prepare-form.ts';

/** Properties of {@link SkillForm}. */
export interface SkillFormProps {
  /** The schema of a skill's input, in any dialect. May come from somebody else. */
  readonly schema: JsonSchema | boolean;
  /**
   * Data to begin with, such as a draft or an earlier input: submitted as it is but for what the
   * person changes. Without it the form is a new one and starts with the defaults of the schema.
   */
  readonly initialData?: Json;
  /** Called with data that the schema accepts, as far as that can be judged here. */
  readonly onSubmit: (data: Json) => void;
  /** Called after every change with the data as it is, complete or not. */
  readonly onChange?: (data: Json | undefined) => void;
  /** Heading. Default: the schema's title. `''` for none. */
  readonly title?: string;
  /** Level of the heading. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | 5 | 6;
  /** What the main button says. Default: "Send", in the form's language. */
  readonly submitLabel?: string;
  /** Language. Default `ENGLISH`. */
  readonly messages?: Messages;
  /** `light`, `dark`, or what the system has. Default `system`. */
  readonly colorScheme?: 'light' | 'dark' | 'system';
  /** Default: those of `FormLimits`, each for itself. */
  readonly limits?: Partial<FormLimits>;
  /** Bytes that one file may have. Default 1 MiB. */
  readonly maxFileBytes?: number;
  /** Show the data without letting it be changed. Default false. */
  readonly readOnly?: boolean;
}

/**
 * A form for the input of a skill, drawn from its JSON Schema. What has no form gets an editor for
 * JSON, at its place or as a whole, and says why. Values are judged by the schema itself, without
 * generated code.
 *
 * Needs the style sheet `@formwork/react/theme.css`. Another schema or other data need another `key`.
 */
export function SkillForm(props: SkillFormProps): ReactNode {
  const { schema, onSubmit, messages = ENGLISH, limits, maxFileBytes = 1_048_576 } = props;
  const headingId = useId();
  const prefix = `fw${useId()}`;
  const { submitLabel = messages.send, headingLevel = 2, colorScheme = 'system' } = props;
  const schemaTitle =
    typeof schema === 'object' && typeof schema['title'] === 'string' ? schema['title'] : '';
  const title = props.title ?? schemaTitle;
  const [initialData] = useState(props.initialData);
  const latest = useRef<unknown>(initialData);
  const form = useMemo(
    () => prepareForm({ schema, data: initialData, messages, limits }),
    [schema, initialData, messages, limits],
  );
  const pageSize = form.kind === 'drawable' ? form.pageSize : 0;
  const settings = useMemo<FormSettings>(
    () => ({
      messages,
      maxFileBytes,
      title: title || messages.entryName,
      unreadable: new Map(),
      revealing: { path: [], lists: new Set() },
      pageSize,
      headingLevel: Math.min(6, title === '' ? headingLevel : headingLevel + 1),
      prefix,
    }),
    [messages, maxFileBytes, title, headingLevel, pageSize, prefix],
  );
  const asJson = (reason: string): ReactNode => (
    <JsonForm reason={reason} data={latest.current} sendLabel={submitLabel} onSubmit={onSubmit} />
  );
  return (
    <FormSettingsProvider value={settings}>
      <div
        className="fw-form"
        lang={messages.language}
        dir={messages.direction}
        data-fw-scheme={colorScheme}
      >
        {title !== '' &&
          createElement(`h${headingLevel}`, { id: headingId, className: 'fw-title' }, title)}
        {form.kind === 'refused' ? (
          asJson(form.issue.message)
        ) : (
          <FormBoundary fallback={<Late draw={() => asJson(messages.drawingFailed)} />}>
            <DrawnForm
              {...props}
              {...(initialData === undefined ? {} : { initialData })}
              form={form}
              submitLabel={submitLabel}
              labelledBy={title === '' ? undefined : headingId}
              latest={latest}
            />
          </FormBoundary>
        )}
      </div>
    </FormSettingsProvider>
  );
}

/** Draws with the data of the moment when it is needed, not of when it was prepared. */
function Late({ draw }: { readonly draw: () => ReactNode }): ReactNode {
  return draw();
}
