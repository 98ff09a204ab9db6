export default {
  serverDir: './',
  // Links to the workspace would be bundled, without the files beside them.
  rolldownConfig: { external: ['@formwork/embed'] },
};
