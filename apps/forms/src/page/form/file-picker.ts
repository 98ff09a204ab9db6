// A module of its own, which is loaded only for skills that take files.
export { FilePicker } from '@formwork/react/internal';
