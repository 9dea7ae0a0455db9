// The server's clock jumps an hour ahead and back: people stay signed in, and their work counts once.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ANSWERED_AT_HEADER } from '#sync/contract/server.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const HOUR_MS = 3_600_000;

onEveryEngine('a clock that jumps', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    let ahead = 0;
    const server = await startServer({ now: () => new Date(Date.now() + ahead) });
    const plant = planter(server.db);
    const lessonId = await plant.lesson(await plant.course({}));
    const learner = await signedIn(server, {});
    const refresh = async (token: string) => {
      const answer = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token });
      expect(answer.status).toBe(200);
      const { access_token, refresh_token } = await answer.json();
      return { bearer: access_token as string, token: refresh_token as string };
    };
    const change = (bearer: string, key: string, status: string, last: Record<string, string> = {}) => {
      const headers = { Authorization: `Bearer ${bearer}`, 'Idempotency-Key': key, ...last };
      return server.send('POST', '/api/progress/unit', { lessonId, status }, headers);
    };
    const jump = (hours: number) => {
      ahead += hours * HOUR_MS;
    };
    return { learner, refresh, change, jump };
  }

  test('ahead and back leaves a session as it was, and its tokens are good on both sides', async () => {
    const { learner, refresh, change, jump } = await started();
    jump(1.01);
    expect((await change(learner.bearer, randomUUID(), 'in_progress')).status, 'its hour is over').toBe(401);
    const there = await refresh(learner.refreshToken);
    expect((await change(there.bearer, randomUUID(), 'in_progress')).status).toBe(200);
    jump(-1.01);
    expect((await change(there.bearer, randomUUID(), 'completed')).status).toBe(200);
    const back = await refresh(there.token);
    expect((await change(back.bearer, randomUUID(), 'not_started')).status).toBe(200);
  });

  test('work that was answered an hour ahead counts once, and its device is not taken for one that lost its server', async () => {
    const { learner, refresh, change, jump } = await started();
    const key = randomUUID();
    const first = await change(learner.bearer, key, 'completed');
    jump(1.01);
    const { bearer } = await refresh(learner.refreshToken);
    const ahead = await change(bearer, key, 'completed');
    jump(-1.01);
    const again = await change(bearer, key, 'completed');
    const { unit } = await first.json();
    for (const answer of [ahead, again]) expect(await answer.json()).toMatchObject({ unit: { rev: unit.rev } });
    const last = { 'X-Last-Op': key, 'X-Last-Op-At': ahead.headers.get(ANSWERED_AT_HEADER) ?? '' };
    expect((await change(bearer, randomUUID(), 'not_started', last)).status).toBe(200);
  });
});
