import type { QuestionView } from '@formwork/people/client';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { AgentNote } from './agent-note.tsx';
import { useInboxTexts } from './inbox-texts.ts';
import type { AgentInbox, Inboxes } from './inboxes.ts';
import { type ListedQuestion, listQuestions, nameAsker } from './listed-questions.ts';
import { OpenQuestion } from './open-question.tsx';
import { PushSwitch } from './push-switch.tsx';
import { cutPrompt, QuestionFacts } from './question-card.tsx';

/** Draws the questions that wait for the person at all agents, or one of them. */
export function InboxScreen(props: {
  readonly inboxes: Inboxes;
  /** The address of the open agent. */
  readonly open: string | undefined;
  readonly routeAgent: { readonly agent?: string };
  /** The id of the task whose question is shown; absent for the list. */
  readonly task: string | undefined;
  /** The address of the agent that asks; absent if the address of the page does not say. */
  readonly asker: string | undefined;
  /** Asks the open agent again. */
  readonly onAccess: () => void;
}): ReactNode {
  const { inboxes, open, routeAgent, task, asker } = props;
  const inboxTexts = useInboxTexts();
  const all = useSyncExternalStore(inboxes.subscribe, inboxes.list);
  const shown = all.filter(({ state }) => state !== 'none');
  const questions = listQuestions(shown);
  const isFresh = useFresh(inboxes, task === undefined);
  const parts: ListParts = {
    inboxes: shown,
    questions,
    isNamed: shown.length > 1,
    hashOf(listed) {
      const agent = listed?.inbox.agent;
      return (
        toHash({
          ...routeAgent,
          view: 'inbox',
          ...(listed && { task: listed.question.taskId }),
          ...(agent !== undefined && agent !== open && { asker: agent }),
        }) ?? ''
      );
    },
    drawNote: (inbox) => (
      <AgentNote key={inbox.agent} {...props} inbox={inbox} isNamed={shown.length > 1} />
    ),
  };
  const openInbox = all.find(({ agent }) => agent === open);
  if (task === undefined) {
    return (
      <>
        <h1 tabIndex={-1}>{inboxTexts.title}</h1>
        <QuestionList {...parts} isFresh={isFresh} />
        {shown.map(parts.drawNote)}
        {questions.length === 0 && isFresh && <EmptyElsewhere {...parts} />}
        {shown.some(({ hasMore }) => hasMore) && (
          <>
            <p className="help">{inboxTexts.moreHelp}</p>
            <p className="inbox-tools">
              <button type="button" onClick={inboxes.showMore}>
                {inboxTexts.more}
              </button>
            </p>
          </>
        )}
        {openInbox?.state === 'ready' && (
          <PushSwitch
            key={open}
            people={openInbox.people}
            agent={openInbox.agent}
            routeAgent={routeAgent}
          />
        )}
      </>
    );
  }
  // A link that names no agent, as an agent itself sends it, may be opened beside others.
  const ofTask = questions.filter(({ question }) => question.taskId === task);
  const ofAsker = ofTask.find(({ inbox }) => inbox.agent === (asker ?? open));
  const listed = ofAsker ?? (asker === undefined ? ofTask[0] : undefined);
  return (
    <>
      <p>
        <a className="quiet" href={parts.hashOf()}>
          {inboxTexts.back}
        </a>
      </p>
      <TaskArea
        {...parts}
        task={task}
        listed={listed}
        inbox={listed?.inbox ?? all.find(({ agent }) => agent === (asker ?? open))}
        isSought={asker === undefined && all.some(({ state }) => state === 'loading')}
        onChanged={inboxes.put}
        onEnded={inboxes.refresh}
        // The question may be newer than the lists, and that of another agent.
        onMissing={asker === undefined ? inboxes.refreshAll : undefined}
      />
    </>
  );
}

/** The list of all questions, and what is drawn of it. */
interface ListParts {
  readonly inboxes: readonly AgentInbox[];
  readonly questions: readonly ListedQuestion[];
  /** True if questions are said with the names of their agents. */
  readonly isNamed: boolean;
  /** Returns the address of a question, or of the list. */
  readonly hashOf: (listed?: ListedQuestion) => string;
  readonly drawNote: (inbox: AgentInbox) => ReactNode;
}

function Loading(): ReactNode {
  const inboxTexts = useInboxTexts();
  return (
    <div role="status" aria-label={inboxTexts.loading}>
      <div className="skeleton" />
      <div className="skeleton short" />
    </div>
  );
}

/** Reads the inboxes each time that the list is opened; returns true once that is done. */
function useFresh(inboxes: Inboxes, isList: boolean): boolean {
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    if (!isList) return undefined;
    const effect = new AbortController();
    void inboxes.refreshAll().then(() => effect.signal.aborted || setFresh(true));
    return () => {
      effect.abort();
      setFresh(false);
    };
  }, [inboxes, isList]);
  return isFresh;
}

function QuestionList(
  props: ListParts & {
    /** False while what was read before the list was opened may be old. */
    readonly isFresh: boolean;
  },
): ReactNode {
  const { inboxes, questions, isNamed, hashOf, isFresh } = props;
  const inboxTexts = useInboxTexts();
  const isLoading = inboxes.some(({ state }) => state === 'loading');
  if (questions.length === 0) {
    const isReady = inboxes.some(({ state }) => state === 'ready');
    if (isLoading || (isReady && !isFresh)) return <Loading />;
    // An inbox that cannot be read is not an empty one.
    if (inboxes.some(({ state }) => state !== 'ready')) return undefined;
    return (
      <div className="empty" role="status">
        <Icon name="check" />
        <h2>{inboxTexts.empty}</h2>
        <p className="help">{inboxTexts.emptyHelp}</p>
      </div>
    );
  }
  return (
    <>
      <p className="lead" role="status">
        {inboxTexts.count(questions.length)}
      </p>
      <ul className="links inbox">
        {questions.map((listed) => (
          <li key={`${listed.inbox.agent} ${listed.question.taskId}`}>
            <a href={hashOf(listed)}>
              <span className="two-lines">
                <span className="name" dir="auto">
                  {cutPrompt(listed.question.prompt)}
                </span>
                <QuestionFacts
                  question={listed.question}
                  names={nameAsker(listed, isNamed)}
                  me={listed.inbox.me}
                />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {isLoading && <Loading />}
    </>
  );
}

/** Says where nothing waits, beside agents whose questions cannot be read. */
function EmptyElsewhere({ inboxes }: ListParts): ReactNode {
  const inboxTexts = useInboxTexts();
  const ready = inboxes.filter(({ state }) => state === 'ready');
  const [first] = ready;
  // With all of them, or while one is still being read, the list itself says so.
  const isMixed =
    ready.length < inboxes.length && inboxes.every(({ state }) => state !== 'loading');
  if (first === undefined || !isMixed) return undefined;
  return (
    <p className="help" role="status">
      {ready.length === 1 ? inboxTexts.emptyAt(first.name) : inboxTexts.emptyElsewhere}
    </p>
  );
}

/** Draws the question of a task, or why it cannot be shown. */
function TaskArea(
  props: ListParts & {
    readonly task: string;
    readonly listed: ListedQuestion | undefined;
    /** The inbox that the question is in; `undefined` if the page does not know the agent yet. */
    readonly inbox: AgentInbox | undefined;
    /** True if another agent that is still being read may have the question. */
    readonly isSought: boolean;
    readonly onChanged: (agent: string, question: QuestionView) => void;
    readonly onEnded: (agent: string) => void;
    readonly onMissing: (() => Promise<void>) | undefined;
  },
): ReactNode {
  const { task, listed, inbox, isSought, questions, isNamed, hashOf, drawNote } = props;
  if (listed === undefined) {
    if (inbox === undefined || inbox.state === 'loading' || isSought) return <Loading />;
    if (inbox.state === 'failed' || inbox.state === 'unknown') return drawNote(inbox);
  }
  const of = listed?.inbox ?? inbox;
  if (of === undefined) return undefined;
  return (
    <OpenQuestion
      key={`${of.agent} ${task}`}
      inbox={of}
      task={task}
      listed={listed?.question}
      isNamed={isNamed}
      next={questions.find(
        ({ question }) => question.taskId !== task && question.claimedBy === undefined,
      )}
      hashOf={hashOf}
      onChanged={(question) => props.onChanged(of.agent, question)}
      onEnded={() => props.onEnded(of.agent)}
      onMissing={props.onMissing}
    />
  );
}
