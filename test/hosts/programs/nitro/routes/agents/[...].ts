import { defineHandler } from 'nitro/h3';
import { handler } from '../../handler';

export default defineHandler(({ req }) => handler.fetch(req, { remoteAddress: req.ip }));
