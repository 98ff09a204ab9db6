import type { Json } from '@formwork/schema';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { applyContext } from '../host/apply-context.ts';
import type { Host } from '../host/open-host.ts';
import { readTool } from '../task/shown-tool.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { CardBoundary } from './card-boundary.tsx';
import type { CardLook } from './card-look.ts';
import { HostNotices } from './host-notices.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { Preparing } from './preparing.tsx';
import { ToolCard } from './tool-card.tsx';

/** One call of one tool: what the model filled in, what a person changed, and what came of it. */
export function App({ host }: { readonly host: Host }): ReactNode {
  const { isReady, context, call } = useSyncExternalStore(host.subscribe, host.state);
  const language = useMemo(() => chooseLanguage(context.locale), [context.locale]);
  const tool = useMemo(() => readTool(context.tool), [context.tool]);
  const { messages, texts } = language;
  const look: CardLook = { ...language, colorScheme: context.theme ?? 'system' };
  useEffect(() => applyContext(context, document), [context]);
  useEffect(() => {
    document.documentElement.lang = messages.language;
    document.documentElement.dir = messages.direction;
  }, [messages]);
  useEffect(() => {
    // The host has a main part of its own.
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
      <CardBoundary fallback={<p className="view-note">{texts.refused}</p>}>
        {call.isWhole ? (
          // What came over the wire as JSON is JSON.
          <ToolCard host={host} tool={tool} look={look} input={(call.input ?? {}) as Json} />
        ) : (
          <Preparing isReady={isReady} input={call.input} tool={tool} look={look} />
        )}
      </CardBoundary>
      <HostNotices host={host} texts={texts} />
      <LinkDialog host={host} look={look} />
    </div>
  );
}
