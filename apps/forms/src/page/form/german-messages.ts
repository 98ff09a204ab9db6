// The German texts of forms in a file of their own, so that they are loaded only when they are
// needed.
export { GERMAN } from '@formwork/react';
