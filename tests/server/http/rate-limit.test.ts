import { expect, test } from 'vitest';
import { networkOf } from '#server/http/client-ip.ts';
import { createRateLimits } from '#server/http/rate-limit.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

const GROWING = { name: 'guessing', free: 2, waits: [5, 30], forgetSeconds: 600 };
const RULE = { name: 'knocking', limit: 2, windowSeconds: 60 };

onEveryEngine('rate limits', (openDb) => {
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

  test('wrong tries wait longer and longer, and are forgotten after a while without one', async () => {
    const { limits: door, pass } = await limits();
    const wrong = () => door.slowDown(GROWING, 'a');
    expect([await wrong(), await wrong(), await wrong()]).toEqual([0, 0, 5]);
    expect(await door.waitLeft(GROWING, 'b')).toBe(0);
    pass(3);
    expect([await wrong(), await door.waitLeft(GROWING, 'a')]).toEqual([2, 2]);
    pass(2);
    expect([await wrong(), await wrong()]).toEqual([0, 30]);
    pass(30);
    expect([await wrong(), await wrong()]).toEqual([0, 30]);
    pass(599);
    expect([await wrong(), await wrong()]).toEqual([0, 30]);
    pass(601);
    expect([await wrong(), await wrong(), await wrong()]).toEqual([0, 0, 5]);
    await door.reset(GROWING, 'a');
    expect([await wrong(), await wrong(), await wrong()]).toEqual([0, 0, 5]);
  });

  test('nobody waits for a clock that was an hour ahead, and one that is seconds ahead opens no door', async () => {
    const { limits: door, pass } = await limits();
    const [knock, wrong] = [() => door.count(RULE, 'a'), () => door.slowDown(GROWING, 'a')];
    expect([await knock(), await knock(), await knock()]).toEqual([0, 0, 60]);
    expect([await wrong(), await wrong(), await wrong()]).toEqual([0, 0, 5]);
    pass(-2);
    expect([await knock(), await wrong(), await door.waitLeft(GROWING, 'a')]).toEqual([62, 7, 7]);
    pass(-3600);
    expect(await door.waitLeft(GROWING, 'a')).toBe(0);
    expect([await knock(), await wrong()]).toEqual([0, 0]);
  });

  test('of simultaneous wrong tries only the free ones are taken', async () => {
    const { db, now, limits: one } = await limits();
    const other = createRateLimits(db, 1, now);
    const tries = Array.from({ length: 8 }, (_, at) => (at % 2 ? one : other).slowDown(GROWING, 'a'));
    expect((await Promise.all(tries)).sort()).toEqual([0, 0, 5, 5, 5, 5, 5, 5]);
  });

  test.each([
    ['203.0.113.5', '203.0.113.5'],
    ['203.0.113.5:4711', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['in-process', 'in-process'],
  ])('the network of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
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
    expect(rows.map(({ key }) => key)).toContain(`password by network: ${expected}`);
  });
});
