// Budget 5: what is read most, a course's progress and the catalog that has not changed.
import { ask, request } from './load.ts';
import { interleave, type Plan, ratio } from './rounds.ts';
import { type Learner, seedSqlite, signInLearners } from './seed.ts';
import type { Spawned } from './spawned.ts';
import { newFolder, startProduct } from './stage.ts';
import { atLeast, type Row } from './table.ts';

async function tagOfCatalog(server: Spawned, learner: Learner): Promise<string> {
  const headers = { Authorization: `Bearer ${learner.token}` };
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/courses`, { headers });
  return answer.headers.get('ETag') ?? '';
}

/** Requests by these people in turn. */
function inTurn(learners: readonly Learner[], write: (learner: Learner) => string): () => string {
  const texts = learners.map(write);
  let at = 0;
  return () => {
    at += 1;
    return texts[at % texts.length] ?? '';
  };
}

const progressOf = ({ token, courseId }: Learner) =>
  request('GET', `/api/progress/enhanced/${courseId}`, { Authorization: `Bearer ${token}` });

export async function measure({ rounds, rows }: Plan): Promise<Row[]> {
  const size = { rows, courses: 8 };
  const dataDir = newFolder();
  await seedSqlite(dataDir, size);
  const server = await startProduct(dataDir, { SAMPLE_CONTENT: 'off' });
  const learners = await signInLearners(dataDir, server.port, size);
  const progress = inTurn(learners, progressOf);
  const [first] = learners;
  if (!first) throw new Error('Nobody is signed in.');
  // Every learner has the same course half done, and sees the same catalog but for the course that is theirs.
  const alike = learners.filter(({ courseId }) => courseId === first.courseId);
  const tag = await tagOfCatalog(server, first);
  const catalog = inTurn(alike, ({ token }) =>
    request('GET', '/api/courses', { Authorization: `Bearer ${token}`, 'If-None-Match': tag }),
  );
  await ask({ server, next: progress, expect: 200, seconds: 2 });
  const figures = await interleave(rounds, {
    health: () => ask({ server, next: () => request('GET', '/api/health', {}), expect: 200 }),
    enhanced: () => ask({ server, next: progress, expect: 200 }),
    unchanged: () => ask({ server, next: catalog, expect: 304 }),
  });
  await server.stop();
  const cpu = (name: keyof typeof figures) => figures[name].map((answered) => answered.cpu);
  return [
    {
      number: '5',
      what: 'GET /api/progress/enhanced/{course} of 25 lessons : GET /api/health, share of CPU capacity',
      measured: ratio(cpu('health'), cpu('enhanced')),
      budget: atLeast(0.5),
    },
    {
      number: '5',
      what: 'GET /api/courses with the current ETag (304), 8 courses : GET /api/health, share of CPU capacity',
      measured: ratio(cpu('health'), cpu('unchanged')),
      budget: atLeast(0.7),
    },
  ];
}
