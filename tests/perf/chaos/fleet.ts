// Several servers on one PostgreSQL behind a wire that hands them its requests in turn, and clients that need no browser.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import type { QuizSubmission } from '#sync/contract/quiz.ts';
import { lessonsOf } from '../../journeys/content.ts';
import { askDatabase } from '../../journeys/database.ts';
import { newDataDir, PASSWORD, type Product, removeDataDir, startProduct } from '../../journeys/product.ts';
import { keyOf } from '../../journeys/quiz-key.ts';
import { openWire, type Wire } from '../../journeys/wire.ts';
import { startPgBouncer } from '../../pgbouncer.ts';
import { startCluster } from '../../postgres-cluster.ts';
import type { Cost } from './cost.ts';

const SECRET = 'the-secret-key-of-a-chaos-run';

export interface Fleet {
  wire: Wire;
  /** One of those that run now. */
  readonly product: Product;
  /** Kills one after the other, one every so often, and starts each again; tells how many died, and is over once all run. */
  killInTurn: (everyMs: number) => { killed: () => number; stop: () => Promise<void> };
  close: () => Promise<void>;
}

/** Starts so many servers at the same moment, on an empty database that they fill. */
export async function openFleet(size: number): Promise<Fleet> {
  // As in production: what is acknowledged survives the database too.
  const cluster = await startCluster(['max_connections=100']);
  await cluster.createDatabase('fleet');
  // As the server tests do: `TEST_POOLER=1 npm run test:chaos -- --only 'three servers'`.
  const pooler = process.env.TEST_POOLER ? await startPgBouncer(cluster.url) : undefined;
  const databaseUrl = `${pooler?.url ?? cluster.url}/fleet`;
  const dataDir = newDataDir();
  const running: (Product | undefined)[] = [];
  let turn = 0;
  const next = () => {
    // A balancer leaves out whoever is not there.
    const there = running.filter((one) => one !== undefined);
    const product = there[turn++ % there.length];
    if (!product) throw new Error('No server is there.');
    return product;
  };
  const wire = await openWire(() => next().port);
  const settings = { DATABASE_URL: databaseUrl, PUBLIC_URL: wire.url, SUPABASE_SECRET_KEY: SECRET };
  const start = () => startProduct(dataDir, settings);
  running.push(...(await Promise.all(Array.from({ length: size }, start))));
  const killNext = async (at: number) => {
    await running[at]?.kill();
    running[at] = undefined;
    running[at] = await start();
  };
  return {
    wire,
    get product() {
      return next();
    },
    killInTurn: (everyMs) => {
      const ending = new AbortController();
      let killed = 0;
      const killing = (async () => {
        while (await sleep(everyMs, true, { signal: ending.signal }).catch(() => false)) {
          await killNext(killed % size);
          killed += 1;
        }
      })();
      const stop = () => {
        ending.abort();
        return killing;
      };
      return { killed: () => killed, stop };
    },
    close: async () => {
      await wire.close();
      await Promise.all(running.map((one) => one?.stop()));
      await pooler?.stop();
      await cluster.stop();
      removeDataDir(dataDir);
    },
  };
}

/** A person without a browser, who sends each change again and again until it is answered, as the app does. */
export interface Client {
  /** Makes one change after the other until `isOver`. */
  work: (isOver: () => boolean) => Promise<void>;
  /** What the database has of them, held against what was answered. */
  judge: () => Promise<Cost>;
  readonly answered: number;
}

export async function openClient(fleet: Fleet, name: string): Promise<Client> {
  const email = `${name}@fleet.example`;
  const all = await lessonsOf(fleet.product);
  const texts = all.filter((lesson) => lessonKind(lesson) === 'text').slice(0, 3);
  const quiz = all.find((lesson) => lessonKind(lesson) === 'quiz');
  if (!quiz) throw new Error('The sample course has no quiz.');
  const wrong = await wrongAnswers(fleet, quiz);
  const account = { email, password: PASSWORD, email_confirm: true };
  await untilAnswered(() => call(fleet, '/auth/v1/admin/users', { body: account, bearer: SECRET }), [200, 422]);
  const signIn = () => call(fleet, '/auth/v1/token?grant_type=password', { body: { email, password: PASSWORD } });
  const { access_token: bearer } = (await (await untilAnswered(signIn, [200])).json()) as { access_token: string };
  const sent = new Map<string, { lessonId: number }>();
  const isCompleted = new Set<number>();

  async function change(path: string, body: object, lessonId: number): Promise<void> {
    const key = randomUUID();
    await untilAnswered(() => call(fleet, path, { body, bearer, key }), [200]);
    sent.set(key, { lessonId });
  }
  return {
    get answered() {
      return sent.size;
    },
    async work(isOver) {
      for (let n = 0; !isOver(); n += 1) {
        const lesson = texts[n % texts.length];
        if (n % 5 === 4 || !lesson) {
          await change(`/api/lessons/${quiz.id}/quiz/submit`, { answers: wrong }, quiz.id);
          continue;
        }
        const status = isCompleted.has(lesson.id) ? 'not_started' : 'completed';
        await change('/api/progress/unit', { lessonId: lesson.id, status }, lesson.id);
        if (status === 'completed') isCompleted.add(lesson.id);
        else isCompleted.delete(lesson.id);
      }
    },
    async judge() {
      const mine = '(select id from profiles where email = ?)';
      const ask = <Row>(sql: string) => askDatabase<Row>(fleet.product, sql.replace('MINE', mine), email);
      const applied = await ask<{ op_id: string }>('select op_id from applied_ops where user_id = MINE');
      const units = await ask<{ id: number; effects: number }>(
        'select lesson_id as id, rev as effects from unit_progress where user_id = MINE',
      );
      const attempts = await ask<{ id: number; effects: number }>(
        'select lesson_id as id, count(*) as effects from quiz_attempts where user_id = MINE group by lesson_id',
      );
      const known = new Set(applied.map(({ op_id }) => op_id));
      const cost = { lost: [...sent.keys()].filter((key) => !known.has(key)).length, doubled: 0, strays: 0 };
      cost.strays = applied.filter(({ op_id }) => !sent.has(op_id)).length;
      for (const { id } of [...texts, quiz]) {
        const effects = [...units, ...attempts]
          .filter((row) => row.id === id)
          .reduce((sum, row) => sum + Number(row.effects), 0);
        const changes = [...sent.values()].filter(({ lessonId }) => lessonId === id).length;
        cost.lost += Math.max(0, changes - effects);
        cost.doubled += Math.max(0, effects - changes);
      }
      return cost;
    },
  };
}

type Call = { body: object; bearer?: string; key?: string };

function call({ wire }: Fleet, path: string, { body, bearer = 'any', key }: Call): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` };
  return fetch(`${wire.url}${path}`, {
    method: 'POST',
    headers: key ? { ...headers, 'Idempotency-Key': key } : headers,
    body: JSON.stringify(body),
  });
}

/** Tries until one of these answers comes. Whatever a server says of itself is tried again; any other answer is a failure. */
async function untilAnswered(ask: () => Promise<Response>, wanted: readonly number[]): Promise<Response> {
  const patience = Date.now() + 60_000;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && wanted.includes(answer.status)) return answer;
    if (answer && answer.status < 500) throw new Error(`${answer.status}: ${await answer.text()}`);
    if (Date.now() > patience) throw new Error(`No answer within a minute: ${answer?.status}`);
    await sleep(100);
  }
}

async function wrongAnswers({ product }: Fleet, quiz: Lesson): Promise<QuizSubmission['answers']> {
  const key = await keyOf(product, quiz);
  return Object.fromEntries(
    key.map(({ id, isMultiple, answers }) => {
      const chosen = String(answers.find(({ isCorrect }) => !isCorrect)?.id);
      return [String(id), isMultiple ? [chosen] : chosen];
    }),
  );
}
