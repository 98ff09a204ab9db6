// Everything named here is public; nothing else is.
export type {
  DraftListView,
  DraftView,
  EndedDraftView,
  NewShareView,
  PersonView,
  ResultPart,
  SharedTaskView,
  ShareView,
  TaskDetail,
  TaskEntry,
  TaskFilter,
  TaskInput,
  TaskListView,
  TaskStateView,
} from '../api.ts';
export {
  createPeopleClient,
  PeopleClientError,
  type PeopleClient,
  type PeopleClientOptions,
  type SavedDraft,
  type SharedTask,
  type ShareRequest,
  type TaskPaging,
} from './people-client.ts';
export type {
  InboxClient,
  InboxView,
  LinkedQuestionView,
  QuestionAnswer,
  QuestionView,
} from './inbox-client.ts';
