// Express without a protocol: it parses a body and sends it back.
import express from 'express';

const app = express();
app.post('/a2a', express.json(), (request, response) => {
  response.json(request.body);
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
