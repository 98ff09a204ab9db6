// Everything named here is public; nothing else is.
export { createPeopleAdapter, type PeopleAdapterOptions } from './create-people-adapter.ts';
