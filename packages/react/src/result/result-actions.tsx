import type { Json } from '@formwork/schema';
import { useState, type ReactNode } from 'react';
import { saveFile } from './export/save-file.ts';
import { toJsonText } from './export/write-json.ts';
import { toSafeFileName } from './format/to-safe-file-name.ts';
import { useResult } from './settings.ts';

interface ResultActionsProps {
  readonly data: Json | undefined;
  readonly text: string;
  readonly title: string;
}

/** Copies a result, or saves it. */
export function ResultActions({ data, text, title }: ResultActionsProps): ReactNode {
  const { messages } = useResult();
  const { result: texts } = messages;
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(data === undefined ? text : toJsonText(data));
      setState('copied');
    } catch {
      setState('failed');
    }
  }

  return (
    <div className="fw-result-actions">
      <button type="button" className="fw-button fw-small" onClick={() => void copy()}>
        {texts.copy}
      </button>
      {data !== undefined && (
        <button
          type="button"
          className="fw-button fw-small"
          onClick={() => {
            const name = `${toSafeFileName(title, texts.result)}.json`;
            saveFile({ name, content: toJsonText(data), mediaType: 'application/json' });
          }}
        >
          {texts.downloadJson}
        </button>
      )}
      <span role="status" className="fw-note">
        {state === 'copied' && texts.copied}
        {state === 'failed' && texts.copyFailed}
      </span>
    </div>
  );
}
