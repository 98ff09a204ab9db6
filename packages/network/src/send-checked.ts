// What sends requests: all that takes a while to load, in one piece.
export { fetch as fetchWith } from 'undici';
export { createCheckedAgent } from './create-checked-agent.ts';
export { fetchPlainly } from './fetch-plainly.ts';
