// A file of its own, so that it is loaded when it is needed.
export { GERMAN } from '@formwork/react';
