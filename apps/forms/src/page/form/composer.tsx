import { useId, useState, type ReactNode } from 'react';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { Icon } from '../parts/work-icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useFiles, type SentFiles } from './use-files.tsx';

interface ComposerProps {
  readonly skillId: string;
  /** The id of the conversation that the message continues; `''` for a new conversation. */
  readonly contextId: string;
}

/** Draws the box for a message to the agent, which is sent as plain text. */
export function Composer({ skillId, contextId }: ComposerProps): ReactNode {
  const texts = useTexts();
  const { write, description, prefill } = useWorkspace();
  const id = useId();
  const given = contextId === '' && prefill?.skill === skillId ? prefill.text : undefined;
  const [text, setText] = useState(given ?? '');
  const files = useFiles(findSkill(description, skillId));
  const deliver = (sent: SentFiles): void => {
    // Nothing is sent if there is no text and all picked files were refused.
    if (text.trim() === '' && sent.files === undefined) return;
    write(text, { skillId, contextId, ...sent });
    // While files were read, the person may have begun another message.
    setText((now) => (now === text ? '' : now));
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
          onChange={({ target }) => setText(target.value)}
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
