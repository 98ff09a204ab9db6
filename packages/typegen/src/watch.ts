// What follows changes of files; loads nothing of the generator.
export { watchFolder, type FolderWatch, type WatchFolderOptions } from './files/watch-folder.ts';
