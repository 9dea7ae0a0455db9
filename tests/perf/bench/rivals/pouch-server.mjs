// PouchDB's own server, its rows in memory, and the bench page on the same origin.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const express = require('express');
const PouchDB = require('pouchdb-core').plugin(require('pouchdb-adapter-memory'));
const couch = require('express-pouchdb')(PouchDB, { mode: 'minimumForPouchDB', inMemoryConfig: true });

const app = express();
app.get('/', (_request, response) => response.send('ready'));
app.use('/bench', express.static(join(process.env.CLIENT_DIR, 'bench')));
app.use('/db', couch);
app.listen(Number(process.env.PORT), '127.0.0.1');
