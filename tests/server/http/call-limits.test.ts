// What one sender can make the server do in an hour: requests to others, files in and out, and tokens that are tried.
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const METRICS_TOKEN = 'a-token-of-twenty-signs';

onEveryEngine('one sender', (openDb) => {
  const startServer = startOn(openDb);

  async function begin(factor = '1') {
    const server = await startServer({ variables: { RATE_LIMIT_FACTOR: factor, METRICS_TOKEN } });
    const plant = planter(server.db);
    const organizationId = await plant.organization();
    const courseId = await plant.course({ organizationId });
    const lessonId = await plant.lesson(courseId);
    const admin = await signedIn(server, { organizationId, isOrgAdmin: true });
    const other = await signedIn(server, { organizationId, isOrgAdmin: true });
    /** How often each status was answered. */
    const times = async (count: number, ask: () => Promise<Response>) => {
      const statuses: Record<number, number> = {};
      for (let n = 0; n < count; n += 1) {
        const { status, headers } = await ask();
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      }
      return statuses;
    };
    return { server, courseId, lessonId, admin, other, times };
  }

  test('sends 30 tests of webhooks an hour, and 300 messages again', async () => {
    const { server, admin, other, times } = await begin();
    const url = 'http://127.0.0.1:9/hook';
    const made = await server.send('POST', '/api/admin/webhooks', { url, events: ['course.completed'] }, admin.headers);
    const { webhook } = (await made.json()) as { webhook: { id: string } };
    const act = (path: string, { headers } = admin) =>
      server.send('POST', `/api/admin/webhooks/${webhook.id}/${path}`, {}, headers);
    expect(await times(400, () => act('test'))).toEqual({ 200: 30, 429: 370 });
    expect(await times(1, () => act('test', other))).toEqual({ 200: 1 });
    const unknown = `messages/${crypto.randomUUID()}/resend`;
    expect(await times(301, () => act(unknown))).toEqual({ 404: 300, 429: 1 });
  });

  test('reads 300 calendars in ten minutes, whosever they are: here a tenth', async () => {
    const { server, admin, other, times } = await begin('0.1');
    const addressOf = async ({ headers }: typeof admin) => {
      const answer = await server.request('/api/account/calendar', { headers });
      return new URL(((await answer.json()) as { address: string }).address).pathname;
    };
    const [mine, theirs] = [await addressOf(admin), await addressOf(other)];
    expect(await times(20, () => server.request(mine))).toEqual({ 200: 20 });
    expect(await times(11, () => server.request(theirs))).toEqual({ 200: 10, 429: 1 });
  });

  test('exports 60 courses an hour, sends 300 pictures and begins 600 uploads: here a tenth', async () => {
    const { server, courseId, lessonId, admin, times } = await begin('0.1');
    const of = (path: string) => `/api/admin/courses/${courseId}/${path}`;
    const exported = () => server.send('POST', of('export'), {}, admin.headers);
    const { url } = (await (await exported()).json()) as { url: string };
    expect(await times(10, exported)).toEqual({ 200: 5, 429: 5 });
    const download = async () => {
      const answer = await server.request(url);
      await answer.arrayBuffer();
      return answer;
    };
    expect(await times(10, download)).toEqual({ 200: 6, 429: 4 });
    const picture = { method: 'POST', headers: admin.headers, body: 'no picture' };
    expect(await times(31, () => server.request(of('pictures'), picture))).toEqual({ 422: 30, 429: 1 });
    const upload = { lessonId, courseId, filename: 'film.mp4' };
    const begun = () => server.send('POST', '/api/videos/signed-upload', upload, admin.headers);
    expect(await times(61, begun)).toEqual({ 200: 60, 429: 1 });
  });

  test('tries 60 wrong tokens, and keeps the right ones of its network from nothing', async () => {
    const { server, admin, times } = await begin();
    const body = { name: 'HR', scopes: ['people:read'], days: 30 };
    const made = await server.send('POST', '/api/admin/api-tokens', body, admin.headers);
    const { token } = (await made.json()) as { token: string };
    const using = (path: string, bearer: string) => () =>
      server.request(path, { headers: { Authorization: `Bearer ${bearer}` } });
    expect(await times(200, using('/api/v1/token', `${token}x`))).toEqual({ 401: 60, 429: 140 });
    expect(await times(3, using('/api/v1/token', token))).toEqual({ 200: 3 });
    expect(await times(100, using('/metrics', `${METRICS_TOKEN}x`))).toEqual({ 429: 100 });
    expect(await times(3, using('/metrics', METRICS_TOKEN))).toEqual({ 200: 3 });
    expect(await times(1, () => server.request('/metrics'))).toEqual({ 401: 1 });
  });

  test('tries 60 wrong tokens of /metrics', async () => {
    const { server, times } = await begin();
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}x` };
    expect(await times(100, () => server.request('/metrics', { headers }))).toEqual({ 401: 60, 429: 40 });
  });
});
