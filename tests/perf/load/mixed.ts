// A day in minutes: learners who learn, answer, come and go, an administrator who looks at lists, and films of 2 GB beside them. What each
// learner was told is compared with the database at the end.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { openDatabase } from '#server/db/client.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { quantile } from '../bench/rounds.ts';
import { DEMO, startProduct } from '../bench/stage.ts';
import { sendFilm, signInAuthor } from '../bench/upload.ts';
import { newFolder } from './installation.ts';

const LEARNERS = 100;
/** Between two acts of one learner, on average. */
const PAUSE_MS = 5_000;
const LOOK_MS = 2_000;
const FILM_PAUSE_MS = 30_000;
/** After which a device gives up. */
const PATIENCE_MS = 15_000;
const SECRET = 'the-secret-key-of-a-load-test';
const PASSWORD = 'of the whole class';
const COURSES = [1, 2, 4];
/** A lesson that is completed already. */
const DONE_BEFORE = 409;

interface Asked {
  method?: string;
  body?: object;
  bearer?: string | undefined;
  key?: string;
}
interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of a dozen calls
  body: any;
}

/** Times every call by its kind, and counts what went wrong. */
class Books {
  readonly times = new Map<string, number[]>();
  readonly wrong = new Map<string, number>();
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** The answer; undefined when there was none in time. */
  async ask(
    kind: string,
    path: string,
    { method = 'GET', body, bearer, key }: Asked = {},
  ): Promise<Answer | undefined> {
    const asked = performance.now();
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
        method,
        headers: {
          apikey: 'embedded',
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          ...(key && { 'Idempotency-Key': key }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await answer.text();
      this.times.set(kind, [...(this.times.get(kind) ?? []), performance.now() - asked]);
      if (answer.status >= 400 && answer.status !== DONE_BEFORE)
        this.#note(`${kind}: ${answer.status} ${text.slice(0, 120)}`);
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
    } catch (error) {
      this.#note(`${kind}: ${(error as Error).name}`);
      return undefined;
    }
  }

  #note(what: string): void {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1);
  }
}

interface Learner {
  email: string;
  bearer: string;
  refreshToken: string;
  /** The lessons whose completion the server has confirmed. */
  completed: Set<number>;
  /** How many attempts at each quiz it has confirmed. */
  attempts: Map<number, number>;
}

interface Content {
  lessons: number[];
  quizzes: { id: number; answers: Record<string, string> }[];
}

/** Runs for so many minutes on one engine, prints the figures, and returns each broken promise in a sentence. */
export async function liveThrough(engine: string, url: string, minutes: number): Promise<string[]> {
  const dataDir = newFolder();
  const settings = { DATABASE_URL: url, SUPABASE_SECRET_KEY: SECRET, NODE_ENV: 'development' };
  const server = await startProduct(dataDir, settings);
  const books = new Books(server.port);
  const memory: number[] = [];
  let films = 'none sent';
  const until = Date.now() + minutes * 60_000;
  const learners: Learner[] = [];
  try {
    const password_hash = await hashPassword(PASSWORD);
    for (let n = 0; n < LEARNERS; n += 1) {
      const email = `tablet-${n}@class.example`;
      const body = { email, password_hash, email_confirm: true, user_metadata: { full_name: `Tablet ${n}` } };
      await books.ask('new account', '/auth/v1/admin/users', { method: 'POST', body, bearer: SECRET });
      learners.push({ email, bearer: '', refreshToken: '', completed: new Set(), attempts: new Map() });
    }
    for (const one of learners) await signIn(books, one);
    const content = await readContent(books, learners[0]?.bearer);
    const weighing = setInterval(() => memory.push(Math.round(server.memoryBytes() / 1e6)), 60_000);
    const sending = sendFilms(server.port, dataDir, until).then((said) => (films = said));
    await Promise.all([
      ...learners.map((one) => learn(books, one, { content, until })),
      administer(books, until),
      sending,
    ]);
    clearInterval(weighing);
    memory.push(Math.round(server.memoryBytes() / 1e6));
  } finally {
    await server.stop();
  }
  const missed = await compare(url, learners);
  print({ engine, minutes, books, memory, films });
  for (const [what, times] of books.wrong) missed.push(`${times} times ${what}.`);
  return missed;
}

async function signIn(books: Books, learner: Learner): Promise<void> {
  const body = { email: learner.email, password: PASSWORD };
  const answer = await books.ask('sign in', '/auth/v1/token?grant_type=password', { method: 'POST', body });
  take(learner, answer);
}

function take(learner: Learner, answer: Answer | undefined): void {
  if (answer?.status !== 200) return;
  learner.bearer = answer.body.access_token;
  learner.refreshToken = answer.body.refresh_token;
}

/** The lessons of the sample courses, and for each quiz an answer to every question. */
async function readContent(books: Books, bearer: string | undefined): Promise<Content> {
  const content: Content = { lessons: [], quizzes: [] };
  for (const course of COURSES) {
    const answer = await books.ask('lessons', `/api/courses/${course}/lessons`, { bearer });
    for (const { id, title } of answer?.body.lessons ?? []) {
      if (!/quiz|exam/i.test(title)) content.lessons.push(id);
      else {
        const quiz = await books.ask('quiz', `/api/lessons/${id}/quiz`, { bearer });
        const questions: { id: number; answers: { id: number }[] }[] = quiz?.body.questions ?? [];
        const answers = Object.fromEntries(questions.map((one) => [one.id, String(one.answers[0]?.id)]));
        if (questions.length > 0) content.quizzes.push({ id, answers });
      }
    }
  }
  if (content.lessons.length < 20 || content.quizzes.length === 0) throw new Error('The sample content is not there.');
  return content;
}

const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

async function learn(books: Books, learner: Learner, { content, until }: { content: Content; until: number }) {
  await sleep(Math.random() * PAUSE_MS);
  while (Date.now() < until) {
    const dice = Math.random();
    if (dice < 0.55) await completeOne(books, learner, content);
    else if (dice < 0.7) await answerQuiz(books, learner, content);
    else if (dice < 0.93) {
      const { bearer } = learner;
      await books.ask('catalog', '/api/courses', { bearer });
      await books.ask('progress of a course', `/api/progress/enhanced/${oneOf(COURSES)}`, { bearer });
    } else if (dice < 0.98) {
      const body = { refresh_token: learner.refreshToken };
      take(learner, await books.ask('refresh', '/auth/v1/token?grant_type=refresh_token', { method: 'POST', body }));
    } else await signIn(books, learner);
    await sleep(Math.random() * 2 * PAUSE_MS);
  }
}

/** As a device does it: the same key until there is an answer, and one time in five once more although there was one. */
async function insist(books: Books, kind: string, path: string, { bearer, body }: Asked): Promise<Answer> {
  const asked = { method: 'POST', body: body ?? {}, bearer, key: randomUUID() };
  for (;;) {
    const answer = await books.ask(kind, path, asked);
    if (answer && answer.status < 500) {
      if (Math.random() < 0.2) await books.ask(`${kind}, again`, path, asked);
      return answer;
    }
    await sleep(1_000);
  }
}

async function completeOne(books: Books, learner: Learner, { lessons }: Content): Promise<void> {
  const lessonId = lessons.find((id) => !learner.completed.has(id)) ?? oneOf(lessons);
  const body = { lessonId, status: 'completed' };
  const { status } = await insist(books, 'complete a lesson', '/api/progress/unit', { bearer: learner.bearer, body });
  if (status === 200 || status === DONE_BEFORE) learner.completed.add(lessonId);
}

async function answerQuiz(books: Books, learner: Learner, { quizzes }: Content): Promise<void> {
  const { id, answers } = oneOf(quizzes);
  const { bearer } = learner;
  const { status } = await insist(books, 'answer a quiz', `/api/lessons/${id}/quiz/submit`, {
    bearer,
    body: { answers },
  });
  if (status === 200) learner.attempts.set(id, (learner.attempts.get(id) ?? 0) + 1);
}

async function administer(books: Books, until: number): Promise<void> {
  const body = { email: 'super@demo.example', password: DEMO.password };
  const answer = await books.ask('sign in', '/auth/v1/token?grant_type=password', { method: 'POST', body });
  const bearer: string = answer?.body.access_token;
  const pages = [
    '/api/admin/users?limit=50',
    '/api/admin/attention',
    '/api/analytics/overview',
    '/api/analytics/trends?range=30d',
    '/api/admin/courses/1/analytics',
    '/api/admin/quiz-analytics/summary',
    '/api/admin/activity',
    '/api/admin/audit-log?limit=50',
  ];
  for (let n = 0; Date.now() < until; n += 1) {
    await books.ask('a page of administration', pages[n % pages.length] ?? '', { bearer });
    await sleep(LOOK_MS);
  }
}

/** One film of 2 GB after the other; the disk has room for one. */
async function sendFilms(port: number, dataDir: string, until: number): Promise<string> {
  const author = await signInAuthor(port);
  const seconds: number[] = [];
  while (Date.now() < until) {
    const target = await author.start();
    seconds.push(await sendFilm(port, target));
    rmSync(join(dataDir, 'media', target.filePath));
    await sleep(FILM_PAUSE_MS);
  }
  const [median, longest] = [quantile(seconds, 0.5), Math.max(...seconds)].map((one) => one.toFixed(0));
  return `${seconds.length} films of 2 GB sent, ${median} s at the median, ${longest} at most`;
}

/** What the learners were told, against what is there. */
async function compare(url: string, learners: readonly Learner[]): Promise<string[]> {
  const db = await openDatabase(url);
  let [told, lost, doubled] = [0, 0, 0];
  try {
    const { profiles, unitProgress, quizAttempts } = db.tables;
    for (const { email, completed, attempts } of learners) {
      const units = await db
        .select({ lessonId: unitProgress.lessonId, status: unitProgress.status })
        .from(unitProgress)
        .innerJoin(profiles, eq(profiles.id, unitProgress.userId))
        .where(eq(profiles.email, email));
      const done = new Set(units.flatMap(({ lessonId, status }) => (status === 'completed' ? lessonId : [])));
      lost += [...completed].filter((id) => !done.has(id)).length;
      const rows = await db
        .select({ lessonId: quizAttempts.lessonId })
        .from(quizAttempts)
        .innerJoin(profiles, eq(profiles.id, quizAttempts.userId))
        .where(eq(profiles.email, email));
      const kept = Map.groupBy(rows, ({ lessonId }) => lessonId);
      for (const [id, times] of attempts) {
        const there = kept.get(id)?.length ?? 0;
        lost += Math.max(0, times - there);
        doubled += Math.max(0, there - times);
        told += times;
      }
      told += completed.size;
    }
  } finally {
    await db.close();
  }
  console.log(`\n${told} completions and attempts were confirmed: ${lost} lost, ${doubled} doubled`);
  return [...(lost > 0 ? [`${lost} lost.`] : []), ...(doubled > 0 ? [`${doubled} doubled.`] : [])];
}

interface Printed {
  engine: string;
  minutes: number;
  books: Books;
  memory: readonly number[];
  films: string;
}

function print({ engine, minutes, books, memory, films }: Printed): void {
  console.log(`\n${engine}, ${LEARNERS} learners for ${minutes} minutes; ${films}`);
  console.log('| | calls | p50, ms | p95, ms | longest, ms |\n|---|---|---|---|---|');
  for (const [kind, times] of books.times) {
    const figures = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(0));
    console.log(`| ${[kind, times.length, ...figures].join(' | ')} |`);
  }
  console.log(`memory of the server, MB, each minute: ${memory.join(', ')}`);
}
