// The Arabic texts of forms in a file of their own, so that they are loaded only when they are
// needed.
export { ARABIC } from '@formwork/react';
