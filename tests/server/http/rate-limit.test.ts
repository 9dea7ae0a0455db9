import { expect, test } from 'vitest';
import { createRateLimits } from '#server/http/rate-limit.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

const RULE = { name: 'knocking', limit: 2, windowSeconds: 60 };

onEveryEngine('[I3] rate limits', (openDb) => {
  const startServer = startOn(openDb);

  async function limits(factor = 1) {
    const db = await openDb();
    let at = new Date('2026-03-01T10:00:00Z');
    const now = () => at;
    return {
      db,
      now,
      limits: createRateLimits(db, factor, now),
      pass: (s: number) => (at = new Date(at.getTime() + s * 1000)),
    };
  }

  test('one try too many says how long to wait, until the window ends', async () => {
    const { limits: door, pass } = await limits();
    expect([await door.count(RULE, 'a'), await door.count(RULE, 'a')]).toEqual([0, 0]);
    expect(await door.count(RULE, 'a')).toBe(60);
    expect(await door.count(RULE, 'b')).toBe(0);
    pass(45);
    expect(await door.count(RULE, 'a')).toBe(15);
    pass(15);
    expect([await door.count(RULE, 'a'), await door.count(RULE, 'a'), await door.count(RULE, 'a')]).toEqual([0, 0, 60]);
  });

  test('simultaneous tries are all counted, also by several processes', async () => {
    const { db, now, limits: one } = await limits();
    const other = createRateLimits(db, 1, now);
    const tries = Array.from({ length: 8 }, (_, at) => (at % 2 ? one : other).count(RULE, 'a'));
    expect((await Promise.all(tries)).filter((seconds) => seconds === 0)).toHaveLength(2);
  });

  test('the factor of the environment multiplies every limit, and a reset starts the count again', async () => {
    const { limits: door } = await limits(2);
    for (let at = 0; at < 4; at += 1) expect(await door.count(RULE, 'a')).toBe(0);
    expect(await door.count(RULE, 'a')).toBeGreaterThan(0);
    await door.reset(RULE, 'a');
    expect(await door.count(RULE, 'a')).toBe(0);
  });

  test.each([
    ['0', '203.0.113.5', 'in-process'],
    ['1', '203.0.113.5', '203.0.113.5'],
    ['1', 'forged, 203.0.113.5', '203.0.113.5'],
    ['2', 'forged, 203.0.113.5, 10.0.0.1', '203.0.113.5'],
    ['2', '203.0.113.5', '203.0.113.5'],
    ['1', '', 'in-process'],
  ])('with TRUST_PROXY=%s and X-Forwarded-For %j the caller is %s', async (TRUST_PROXY, forwarded, expected) => {
    const server = await startServer({ variables: { TRUST_PROXY } });
    const body = { email: 'a@b.example', password: 'x' };
    await server.send('POST', '/auth/v1/token?grant_type=password', body, { 'X-Forwarded-For': forwarded });
    const rows = await server.db.select().from(server.db.tables.rateLimits);
    expect(rows.map(({ key }) => key)).toContain(`password by address: ${expected}`);
  });
});
