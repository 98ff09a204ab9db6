import { useId, useState, type ReactNode } from 'react';
import type { DraftEntries } from '../history/draft.ts';
import { Icon } from '../parts/work-icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { useFiles, type SentFiles } from './use-files.tsx';

interface ComposerProps {
  readonly skillId: string;
  /** The id of the conversation that the message continues; `''` for a new conversation. */
  readonly contextId: string;
}

/** Draws the box for a message to the agent, which is sent as plain text. */
export function Composer({ skillId, contextId }: ComposerProps): ReactNode {
  const texts = useTexts();
  const { write, description, drafts, prefill } = useWorkspace();
  const id = useId();
  const prefillText = contextId === '' && prefill?.skill === skillId ? prefill.text : undefined;
  const draft = toTextDraft(drafts, { skillId, contextId });
  const [text, setText] = useState(() => prefillText ?? draft.read());
  const files = useFiles(findSkill(description, skillId));
  const deliver = (sentFiles: SentFiles): void => {
    // Nothing is sent if there is no text and all picked files were refused.
    if (text.trim() === '' && sentFiles.files === undefined) return;
    write(text, { skillId, contextId, ...sentFiles });
    // While files were read, the person may have begun another message.
    setText((now) => (now === text ? '' : now));
    if (draft.read() === text) draft.keep('');
    files.clear();
  };
  const submit = (): void => {
    if (text.trim() === '' && files.isEmpty()) return;
    void files.whenRead(deliver);
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {files.picker}
      <label htmlFor={id}>{texts.chatLabel(description.name)}</label>
      <div className="composer-row">
        <textarea
          id={id}
          rows={2}
          dir="auto"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            // What was begun before a run filled the box stays until that is sent.
            if (prefillText === undefined) draft.keep(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              submit();
            }
          }}
        />
        <button type="submit">
          <Icon name="arrow" />
          {texts.send}
        </button>
      </div>
    </form>
  );
}

/** Keeps the text of a conversation as the drafts of forms are kept, but in this browser only. */
function toTextDraft(
  drafts: DraftEntries,
  conversation: ComposerProps,
): {
  readonly read: () => string;
  /** Keeps the text; `''` removes it. */
  readonly keep: (text: string) => void;
} {
  const { skillId, contextId } = conversation;
  const id = JSON.stringify({ text: [skillId, contextId] });
  return {
    read() {
      const data = drafts.list().find((draft) => draft.id === id)?.data;
      return typeof data === 'string' ? data : '';
    },
    keep(text) {
      if (text === '') drafts.remove(id);
      else drafts.put({ id, fingerprint: '', savedAt: Date.now(), data: text });
    },
  };
}
