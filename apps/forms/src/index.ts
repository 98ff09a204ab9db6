// Everything named here is public; nothing else is.
export { PAGE_FOLDER } from './server/page-folder.ts';
