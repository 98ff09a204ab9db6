import type { AgentDescription } from '@formwork/client';
import type { InboxView, PeopleClient, PersonView, QuestionView } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import type { InboxState, InboxStore } from './inbox-store.ts';
import { useInboxTexts } from './inbox-texts.ts';
import { PushSwitch } from './push-switch.tsx';
import { QuestionActions } from './question-actions.tsx';
import { QuestionCard, QuestionFacts } from './question-card.tsx';

interface InboxScreenProps {
  readonly people: PeopleClient;
  readonly store: InboxStore;
  readonly description: AgentDescription;
  readonly routeAgent: { readonly agent?: string };
  /** The id of the task whose question is shown; absent for the list. */
  readonly task?: string | undefined;
}

/** Draws the questions that wait for the person, or one of them. */
export function InboxScreen({
  people,
  store,
  description,
  routeAgent,
  task,
}: InboxScreenProps): ReactNode {
  const own = useInboxTexts();
  const state = useSyncExternalStore(store.subscribe, store.read);
  const person = usePerson(people);
  const inbox =
    state.kind === 'ready' ? state.inbox : state.kind === 'failed' ? state.last : undefined;
  const nameOf = ({ skillId }: QuestionView): string =>
    description.skills.find(({ id }) => id === skillId)?.name ?? '';
  const hashOf = (taskId?: string): string =>
    toHash({ ...routeAgent, view: 'inbox', ...(taskId !== undefined && { task: taskId }) }) ?? '';

  if (inbox === undefined) return <Unread state={state} />;
  const found = inbox.questions.find(({ taskId }) => taskId === task);
  if (task !== undefined) {
    return (
      <>
        <p>
          <a className="quiet" href={hashOf()}>
            {own.back}
          </a>
        </p>
        <OpenQuestion
          key={task}
          people={people}
          task={task}
          listed={found}
          me={person?.id}
          nameOf={nameOf}
          next={inbox.questions.find((one) => one.taskId !== task && one.claimedBy === undefined)}
          hashOf={hashOf}
          onChanged={store.refresh}
        />
      </>
    );
  }
  return (
    <>
      <h1 tabIndex={-1}>{own.title}</h1>
      {state.kind === 'failed' && (
        <p role="status" className="note">
          {own.failed}
        </p>
      )}
      <QuestionList inbox={inbox} me={person?.id} nameOf={nameOf} hashOf={hashOf} />
      <PushSwitch people={people} />
    </>
  );
}

/** Draws the place of an inbox that is not there yet, or cannot be read. */
function Unread({ state }: { readonly state: InboxState }): ReactNode {
  const own = useInboxTexts();
  if (state.kind !== 'failed' && state.kind !== 'unknown') {
    return (
      <div role="status" aria-label={own.loading}>
        <div className="skeleton" />
        <div className="skeleton short" />
      </div>
    );
  }
  return (
    <>
      <h1 tabIndex={-1}>{own.title}</h1>
      {state.kind === 'unknown' ? (
        <p role="status" className="note">
          {own.unknown}
        </p>
      ) : (
        <p role="alert" className="note" data-kind="danger">
          {own.failed}
        </p>
      )}
    </>
  );
}

interface QuestionListProps {
  readonly inbox: InboxView;
  readonly me: string | undefined;
  readonly nameOf: (question: QuestionView) => string;
  readonly hashOf: (taskId?: string) => string;
}

function QuestionList({ inbox, me, nameOf, hashOf }: QuestionListProps): ReactNode {
  const own = useInboxTexts();
  const { questions, hasMore } = inbox;
  if (questions.length === 0) {
    return (
      <div className="empty" role="status">
        <Icon name="check" />
        <h2>{own.empty}</h2>
        <p className="help">{own.emptyHelp}</p>
      </div>
    );
  }
  return (
    <>
      <p className="lead" role="status">
        {own.count(questions.length)}
      </p>
      <ul className="links inbox">
        {questions.map((question) => (
          <li key={question.taskId}>
            <a href={hashOf(question.taskId)}>
              <span className="two-lines">
                <span className="name" dir="auto">
                  {toVisibleText(question.prompt)}
                </span>
                <QuestionFacts question={question} skillName={nameOf(question)} me={me} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {hasMore && <p className="help">{own.more}</p>}
    </>
  );
}

interface OpenQuestionProps extends Omit<QuestionListProps, 'inbox'> {
  readonly people: PeopleClient;
  readonly task: string;
  /** The question as the list has it; `undefined` if the list lacks it. */
  readonly listed: QuestionView | undefined;
  readonly next: QuestionView | undefined;
  readonly onChanged: () => void;
}

/** Draws one question; it stays as it was while the person answers, also when the list changes. */
function OpenQuestion(props: OpenQuestionProps): ReactNode {
  const { people, task, listed, me, nameOf, next, hashOf, onChanged } = props;
  const own = useInboxTexts();
  const [last, setLast] = useState(listed);
  const [isAnswered, setAnswered] = useState(false);
  if (listed !== undefined && listed !== last && !isAnswered) setLast(listed);
  if (last === undefined) {
    return (
      <p className="note" role="alert">
        {own.tooLate}
      </p>
    );
  }
  return (
    <QuestionCard
      question={last}
      skillName={nameOf(last)}
      me={me}
      send={(answer) => people.answer(task, answer)}
      onAnswered={() => {
        setAnswered(true);
        onChanged();
      }}
      actions={<QuestionActions people={people} question={last} me={me} onChanged={onChanged} />}
      after={
        <p className="tools">
          {next !== undefined && (
            <a className="main-button" href={hashOf(next.taskId)}>
              {own.next}
            </a>
          )}
          <a className="button" href={hashOf()}>
            {own.back}
          </a>
        </p>
      }
    />
  );
}

/** Returns who the person is to the agent; `undefined` until it is known. */
function usePerson(people: PeopleClient): PersonView | undefined {
  const [person, setPerson] = useState<PersonView>();
  useEffect(() => {
    const control = new AbortController();
    people.who(control.signal).then(setPerson, () => undefined);
    return () => control.abort();
  }, [people]);
  return person;
}
