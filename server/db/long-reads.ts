// Long reads of SQLite in a thread of their own: the driver is synchronous, and a count over everybody would hold all requests.
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

// On a connection of its own, which reads what is committed while the first one writes (WAL).
const READING = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
const connection = new Database(workerData.file, { readonly: true });
parentPort.on('message', (asked) => {
  if (!asked) {
    connection.close();
    parentPort.close();
    return;
  }
  const { id, text, values } = asked;
  try {
    parentPort.postMessage({ id, rows: connection.prepare(text).raw().all(...values) });
  } catch ({ message, code }) {
    parentPort.postMessage({ id, failure: { message, code } });
  }
});
`;

/** Each may take seconds, and who asked first may have left long ago. */
const MOST_WAITING = 100;

interface Answer {
  id: number;
  rows?: unknown[][];
  failure?: { message: string; code?: string };
}

interface Waiting {
  resolve: (rows: unknown[][]) => void;
  reject: (error: Error) => void;
}

/** Reads one query after the other. The thread begins with the first one. */
export class LongReads {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** The rows as arrays of bare values; rejects with the driver's code, and at once while too many wait. */
  read(text: string, values: unknown[]): Promise<unknown[][]> {
    if (this.#isClosed || this.#waiting.size >= MOST_WAITING)
      return Promise.reject(Object.assign(new Error('No long read can begin now.'), { code: 'SQLITE_BUSY' }));
    this.#worker ??= this.#begin();
    this.#asked += 1;
    const id = this.#asked;
    this.#worker.postMessage({ id, text, values });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Answers what was asked, and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    // The process waits for its end.
    worker.ref();
    worker.postMessage(null);
    await gone;
  }

  #begin(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    // Without the flags of this process: `--input-type=module` would make the text above a module.
    const worker = new Worker(READING, { eval: true, execArgv: [], workerData: { driver, file: this.#file } });
    worker.unref();
    worker.on('message', ({ id, rows, failure }: Answer) => {
      const { resolve, reject } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      if (rows) resolve?.(rows);
      else reject?.(Object.assign(new Error(failure?.message), { code: failure?.code }));
    });
    let cause = Object.assign(new Error('The thread of long reads has ended.'), { code: 'SQLITE_IOERR' });
    worker.on('error', (error) => {
      cause = Object.assign(cause, { cause: error });
    });
    worker.once('exit', () => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(cause);
      this.#waiting.clear();
    });
    return worker;
  }
}
