import { createEntry, TaskView } from '@formwork/react';
import { ErrorBoundary } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { HostContext } from '../host/host-state.ts';
import type { Host } from '../host/host.ts';
import { encodeBase64 } from '../task/encode-base64.ts';
import { readTool, type ShownTool } from '../task/shown-tool.ts';
import { chooseLanguage, type CardAppearance, type Texts } from '../texts/choose-language.ts';
import { LinkDialog } from './link-dialog.tsx';
import { ToolCard } from './tool-card.tsx';

const nothing = (): void => {};

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * The page for one call of one tool: its arguments, the person's changes to them, and its result.
 */
export function App({ host }: { readonly host: Host }): ReactNode {
  const { isReady, context, call } = useSyncExternalStore(host.subscribe, host.state);
  const language = useMemo(() => chooseLanguage(context.locale), [context.locale]);
  const tool = useMemo(() => readTool(context.tool), [context.tool]);
  const { messages, texts } = language;
  const look: CardAppearance = { ...language, colorScheme: context.theme ?? 'system' };
  useEffect(() => applyContext(context, document), [context]);
  useEffect(() => {
    document.documentElement.lang = messages.language;
    document.documentElement.dir = messages.direction;
  }, [messages]);
  useEffect(() => {
    // The host has a main landmark of its own.
    document.querySelector('main')?.setAttribute('aria-label', tool.title);
  }, [tool]);
  return (
    <div className="view" lang={messages.language} dir={messages.direction}>
      {tool.title !== '' && (
        <h1 className="view-title">
          <bdi>{tool.title}</bdi>
        </h1>
      )}
      {tool.agent !== '' && <p className="view-note">{texts.agent(tool.agent)}</p>}
      <ErrorBoundary
        fallback={
          <p role="alert" className="view-note">
            {texts.notDrawn}
          </p>
        }
      >
        {call.isWhole ? (
          // The value was parsed from JSON.
          <ToolCard host={host} tool={tool} look={look} input={(call.input ?? {}) as Json} />
        ) : (
          <Preparing isReady={isReady} input={call.input} tool={tool} look={look} />
        )}
      </ErrorBoundary>
      <HostNotices host={host} texts={texts} />
      <LinkDialog host={host} look={look} />
    </div>
  );
}

/** Makes the page look like the host: light or dark, its CSS variables, its safe areas. */
function applyContext({ theme, variables, insets }: HostContext, page: Document): void {
  const { style } = page.documentElement;
  style.colorScheme = theme ?? 'light dark';
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  for (const side of SIDES) style.setProperty(`--view-inset-${side}`, `${insets[side]}px`);
}

/** Asks the host to save the files of the page, and shows a notice if it cannot. */
function HostNotices({ host, texts }: { readonly host: Host; readonly texts: Texts }): ReactNode {
  const [notice, setNotice] = useState('');
  useEffect(() => {
    async function save({ name, content }: SavedFile): Promise<void> {
      if (!host.state().abilities.downloads) {
        setNotice(texts.noDownloads);
        return;
      }
      try {
        const mimeType = content.type === '' ? 'application/octet-stream' : content.type;
        const bytes = new Uint8Array(await content.arrayBuffer());
        await host.download({ name, mimeType, base64: encodeBase64(bytes) });
        setNotice('');
      } catch {
        setNotice(texts.refused);
      }
    }
    return keepDownloads(document, (file) => void save(file));
  }, [host, texts]);
  return (
    <p role="status" className="view-note">
      {notice}
    </p>
  );
}

/** Shows the arguments of a call while the model still writes them. */
function Preparing({
  isReady,
  input,
  tool,
  look,
}: {
  readonly isReady: boolean;
  /**
   * The arguments that the model has written so far, which may still change; `undefined` before the
   * first.
   */
  readonly input: Readonly<Record<string, unknown>> | undefined;
  readonly tool: ShownTool;
  readonly look: CardAppearance;
}): ReactNode {
  const { texts } = look;
  const began = useMemo(() => Date.now(), []);
  if (!isReady || input === undefined) {
    return (
      <p role="status" className="view-note">
        {isReady ? texts.preparing : texts.waiting}
      </p>
    );
  }
  // The value was parsed from JSON.
  const message = { kind: 'input', skillId: tool.name, schema: '', data: input as Json } as const;
  const entry = {
    ...createEntry({ id: 'preparing', sent: message, at: began }),
    state: { kind: 'working', text: texts.preparing } as const,
    heardAt: Date.now(),
  };
  return (
    <TaskView
      entry={entry}
      skill={tool.skill}
      {...look}
      title=""
      onAnswer={nothing}
      onProceed={nothing}
    />
  );
}

/** A file of the page that a person wants to save. */
interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

/**
 * Passes files that a person saves to `onSave`, because the sandboxes of hosts do not let a page
 * save files. Each file is a blob of this page, found by its address. Returns a function that stops
 * this.
 */
function keepDownloads(page: Document, onSave: (file: SavedFile) => void): () => void {
  const blobs = new Map<string, Blob>();
  const create = URL.createObjectURL.bind(URL);
  const revoke = URL.revokeObjectURL.bind(URL);
  URL.createObjectURL = (object) => {
    const url = create(object);
    if (object instanceof Blob) blobs.set(url, object);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    blobs.delete(url);
    revoke(url);
  };
  const save = (event: Event): void => {
    const { target } = event;
    const anchor = target instanceof Element ? target.closest('a[download]') : null;
    if (!(anchor instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    const content = blobs.get(anchor.href);
    if (content !== undefined) onSave({ name: anchor.download, content });
  };
  page.addEventListener('click', save, true);
  return () => {
    page.removeEventListener('click', save, true);
    URL.createObjectURL = create;
    URL.revokeObjectURL = revoke;
  };
}
