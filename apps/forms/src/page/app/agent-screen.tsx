import type { AgentDescription, AgentSource } from '@formwork/client';
import { GatewayError, toVisibleText } from '@formwork/react';
import { lazyPart } from '@formwork/react/internal';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Run } from '../history/run.ts';
import type { DescribedAgent } from '../inbox/inboxes.ts';
import type { PageInbox } from '../inbox/use-page-inbox.tsx';
import { EnglishOnly } from '../parts/badge.tsx';
import type { Route } from '../permalink/route.ts';
import { SideBar } from '../side/side-bar.tsx';
import { TopBar } from '../side/top-bar.tsx';
import { useTexts } from '../texts/use-texts.ts';
import type { AgentList } from '../workspace/agent-list.ts';
import { useServices } from '../workspace/services.ts';
import { toShownDescription } from '../workspace/shown-description.ts';
import { useWorkspace, WorkspaceContext } from '../workspace/workspace.ts';
import { AreaFrame } from './area-frame.tsx';
import { useThreads } from './use-threads.ts';
import { WorkArea } from './work-area.tsx';

const RunDetails = lazyPart(async () => (await import('../details/run-details.tsx')).RunDetails);

const OtherAgents = lazyPart(async () => (await import('../side/other-agents.tsx')).OtherAgents);

/**
 * The fields for credentials, loaded only when an agent refuses to describe itself without them.
 */
const AccessFields = lazyPart(
  async () => (await import('../credentials/access-fields.tsx')).AccessFields,
);

interface AgentScreenProps {
  readonly agent: string;
  readonly routeAgent: { readonly agent?: string };
  readonly agents: AgentList;
  readonly route: Route;
  readonly inbox: PageInbox | undefined;
  /** Called with each answer of the agent to the request for its description. */
  readonly onDescribed: (answer: DescribedAgent) => void;
}

/**
 * Draws the page for one agent: its skills, forms and history, or the error because of which it
 * could not be read.
 */
export function AgentScreen(props: AgentScreenProps): ReactNode {
  const { agent, agents, route, inbox, onDescribed } = props;
  const { openSource } = useServices();
  const source = useMemo(() => openSource(agent), [openSource, agent]);
  const [state, retry] = useDescription(source, agent);
  const [shownDescription, setShownDescription] = useState<AgentDescription>();
  if (state.kind === 'ready' && state.description !== shownDescription)
    setShownDescription(state.description);
  useEffect(() => {
    if (state.kind !== 'loading') onDescribed({ agent, ...state });
  }, [agent, state, onDescribed]);

  // The page stays while the agent is asked again, for example with other credentials.
  if (shownDescription !== undefined && state.kind !== 'failed') {
    return <Working {...props} source={source} description={shownDescription} onAccess={retry} />;
  }
  return (
    <AreaFrame
      route={route}
      top={<TopBar agents={agents} />}
      side={
        <div className="side-main">
          {state.kind === 'loading' && <SideSkeleton />}
          {inbox?.link}
          {agents.isMany && (
            <Suspense>
              <OtherAgents agents={agents} />
            </Suspense>
          )}
        </div>
      }
      main={
        route.view === 'inbox' && inbox !== undefined ? (
          inbox.draw(retry)
        ) : state.kind === 'failed' ? (
          <Unreachable
            agent={agent}
            reason={state.reason}
            message={state.message}
            onRetry={retry}
          />
        ) : (
          <Looking agent={agent} />
        )
      }
    />
  );
}

function Working(
  props: AgentScreenProps & {
    readonly source: AgentSource;
    readonly description: AgentDescription;
    readonly onAccess: () => void;
  },
): ReactNode {
  const { agent, agents, route, routeAgent, source, description, inbox, onAccess } = props;
  const threads = useThreads({ agent, routeAgent, source, description });
  const workspace = {
    ...threads,
    onAccess,
    inbox: inbox && { count: inbox.count, screen: inbox.draw(onAccess) },
  };
  // A question of the person's own task waits in the inbox as well.
  const asking = [...threads.entries.values()].filter(
    ({ state }) => state.kind === 'asking',
  ).length;
  const wasAsking = useRef(asking);
  useEffect(() => {
    if (asking !== wasAsking.current) inbox?.refresh();
    wasAsking.current = asking;
    // Runs only when a task begins to ask or goes on, because the inbox is a new object each time.
    // eslint-disable-next-line
  }, [asking]);
  const { remember } = agents;
  useEffect(() => {
    const { name, icon } = description;
    remember({ url: agent, name, ...(icon !== undefined && { icon }) });
    // Runs only for another agent, because the list of agents is a new object after every change.
    // eslint-disable-next-line
  }, [agent, description.name]);
  const run = workspace.runs.find(({ id }) => id === route.run);
  const [only] = description.skills.length === 1 ? description.skills : [];
  const skillId = run?.skillId ?? route.skill ?? only?.id;
  return (
    <WorkspaceContext value={workspace}>
      <AreaFrame
        route={route}
        top={<TopBar agents={agents} />}
        side={<SideBar agents={agents} route={route} skillId={skillId} />}
        main={<WorkArea route={route} run={run} skillId={skillId} />}
        {...(run !== undefined && { details: <DetailsArea run={run} /> })}
      />
    </WorkspaceContext>
  );
}

function Looking({ agent }: { readonly agent: string }): ReactNode {
  const texts = useTexts();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 10_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <h1 className="quiet-title">{texts.lookingAt(agent)}</h1>
      <div className="card">
        <div className="skeleton short" />
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
      {isLate && <p>{texts.stillLooking}</p>}
    </div>
  );
}

/** Draws grey bars in place of the skills of an agent that is being read. */
function SideSkeleton(): ReactNode {
  return (
    <div aria-hidden="true">
      {[1, 2, 3, 4].map((n) => (
        <div key={n} className="skeleton row" />
      ))}
    </div>
  );
}

/** The reason of a failure that has nothing to do with the agent. */
const OWN_SERVER = 'SERVER';

function Unreachable({
  agent,
  reason,
  message,
  onRetry,
}: {
  readonly agent: string;
  readonly reason: string;
  readonly message: string;
  readonly onRetry: () => void;
}): ReactNode {
  const texts = useTexts();
  const isRefused = reason === 'UNAUTHENTICATED';
  const isOwnServer = reason === OWN_SERVER;
  const title = isRefused ? texts.accessNeeded : texts.agentFailed;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="card" data-kind="danger">
      <h1 tabIndex={-1}>{title}</h1>
      <p dir="ltr">
        <code>{agent}</code>
      </p>
      <div role="alert">
        {isOwnServer ? (
          <p>{texts.serverFailed}</p>
        ) : (
          <>
            <EnglishOnly>
              <p>{toVisibleText(message)}</p>
            </EnglishOnly>
            {!isRefused && <p>{texts.agentFailedNext}</p>}
          </>
        )}
      </div>
      {isRefused ? (
        <Suspense>
          <AccessFields
            agent={agent}
            origin={new URL(agent).origin}
            credentials={[]}
            submitLabel={texts.signInAgain}
            isMain
            onUse={onRetry}
          />
        </Suspense>
      ) : (
        <button type="button" className="main-button" onClick={onRetry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}

/** Draws the third area of the page: the details of a run, whose code is loaded on demand. */
function DetailsArea({ run }: { readonly run: Run }): ReactNode {
  const { entries } = useWorkspace();
  return (
    <Suspense fallback={<div className="skeleton" />}>
      <RunDetails run={run} exchanges={entries.get(run.id)?.exchanges ?? []} />
    </Suspense>
  );
}

/** The state of the request for an agent's description: on its way, failed, or answered. */
type DescriptionState =
  | { readonly kind: 'loading' }
  /**
   * The request failed. `reason` is the reason of the `GatewayError`, such as `UNAUTHENTICATED`, or
   * {@link OWN_SERVER}; `''` if the error has none.
   */
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string }
  | { readonly kind: 'ready'; readonly description: AgentDescription };

/** Requests the description of an agent; returns its state and a function to request it again. */
function useDescription(
  source: AgentSource,
  agent: string,
): readonly [DescriptionState, () => void] {
  const { credentials } = useServices();
  const [state, setState] = useState<DescriptionState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    const headers = credentials.read(agent);
    setState({ kind: 'loading' });
    async function ask(): Promise<DescriptionState> {
      try {
        const description = await source.describe({ signal: control.signal });
        return { kind: 'ready', description: toShownDescription(description) };
      } catch (error) {
        const { code = '', reason: gatewayReason = '' } =
          error instanceof GatewayError ? error : {};
        const reason = code === 'REQUEST_FAILED' ? OWN_SERVER : gatewayReason;
        if (reason === 'UNAUTHENTICATED') credentials.refuse(agent, headers);
        const message = error instanceof Error ? error.message : String(error);
        return { kind: 'failed', reason, message };
      }
    }
    async function take(): Promise<void> {
      const answer = await ask();
      if (!control.signal.aborted) setState(answer);
    }
    void take();
    return () => control.abort();
  }, [source, agent, credentials, attempt]);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return [state, retry];
}
