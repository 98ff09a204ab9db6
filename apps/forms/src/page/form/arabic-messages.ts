// A file of its own, so that it is loaded when it is needed.
export { ARABIC } from '@formwork/react';
