// Public: keys and pins in files (Node). Anything exported here is API.
export { createFilePins } from './pin-file.ts';
export { readKeyFile, writeKeyFile } from './key-file.ts';
