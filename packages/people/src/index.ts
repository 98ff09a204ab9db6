// Everything named here is public; nothing else is.
export { createPeopleAdapter, type PeopleAdapterOptions } from './create-people-adapter.ts';
export type { NotifyOptions, QuestionWebhook } from './notify/notify-options.ts';
export type { QuestionWebhookBody, ToldPerson } from './notify/question-webhook.ts';
