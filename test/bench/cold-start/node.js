// A bare server of Node. `import` of the module would load everything that its exports name.
const { createServer } = process.getBuiltinModule('node:http');

const server = createServer((request, response) => request.pipe(response)).listen(
  0,
  '127.0.0.1',
  () => console.log(`http://127.0.0.1:${server.address().port}`),
);
