import { type ThreadEntry, useAgent } from '@formwork/react';
import { isOver } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Host } from '../host/host.ts';
import { HostSource } from '../task/host-source.ts';
import { readTool, type ShownTool } from '../task/shown-tool.ts';
import type { CardAppearance } from '../texts/choose-language.ts';
import { CallForm } from './call-form.tsx';
import { CallView } from './call-view.tsx';
import { createModelNote } from './model-note.ts';

/** Shows the host's call, or the person's last one: its task, and the form for the next call. */
export function ToolCard({
  host,
  tool,
  look,
  input,
}: {
  readonly host: Host;
  readonly tool: ShownTool;
  readonly look: CardAppearance;
  /** The arguments of the call that the host makes. */
  readonly input: Json;
}): ReactNode {
  const readShown = (): ShownTool => readTool(host.state().context.tool);
  const source = useMemo(() => new HostSource(host, readShown), [host]);
  const [isEditing, setEditing] = useState(false);
  const agent = useAgent(source, {
    onRest(entry) {
      if (source.isOfHost) return;
      const { text, data } = createModelNote(entry, readShown());
      // Nothing is lost if the host refuses notes.
      host.tellModel(text, data).catch(() => {});
    },
  });
  const { send } = agent;
  function call(data: Json): void {
    send({ kind: 'input', skillId: tool.name, schema: '', data });
  }
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    call(input);
  });
  const entry = agent.thread.at(-1);
  if (entry === undefined) return null;
  const isForm = tool.name !== '' && (isEditing || isRefused(entry));
  const { id, sent: message } = entry;
  return (
    <>
      {!isEditing && (
        <CallView
          key={id}
          {...{ agent, entry, tool, look }}
          actions={
            !isForm && isOver(entry) ? (
              <OverActions
                {...{ host, tool, look }}
                isOfHost={source.isOfHost}
                onChange={() => setEditing(true)}
              />
            ) : undefined
          }
        />
      )}
      {isForm && (
        <CallForm
          key={id}
          {...{ tool, look }}
          data={message.kind === 'input' ? message.data : message.text}
          onSubmit={(data) => {
            setEditing(false);
            call(data);
          }}
          onBack={isEditing ? () => setEditing(false) : undefined}
        />
      )}
    </>
  );
}

/** True for a call whose arguments the agent, or the bridge, has refused. */
function isRefused({ state }: ThreadEntry): boolean {
  return state.kind === 'failed' && state.failure.code === 'INPUT_INVALID';
}

/** Shows the buttons below a call that is over. */
function OverActions({
  host,
  tool,
  look,
  isOfHost,
  onChange,
}: {
  readonly host: Host;
  readonly tool: ShownTool;
  readonly look: CardAppearance;
  /** True if the call is the host's own, so that the model already knows its result. */
  readonly isOfHost: boolean;
  readonly onChange: () => void;
}): ReactNode {
  const { texts } = look;
  return (
    <>
      {tool.name !== '' && (
        <button type="button" className="fw-button" onClick={onChange}>
          {texts.change}
        </button>
      )}
      {!isOfHost && host.state().abilities.messages && (
        <button
          type="button"
          className="fw-button"
          onClick={() => void host.sendMessage(texts.goOnMessage(tool.title)).catch(() => {})}
        >
          {texts.goOn}
        </button>
      )}
    </>
  );
}
