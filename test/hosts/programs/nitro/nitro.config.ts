export default {
  serverDir: './',
  // They have files beside their modules, which a bundle leaves behind.
  rolldownConfig: { external: [/^@formwork\//u] },
};
