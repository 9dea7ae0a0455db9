import { expect, test } from 'vitest';
import type { AdminStats } from '#sync/contract/analytics.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms } from '#tests/fixtures/rooms.ts';

onEveryEngine('GET /api/admin/stats', (openDb) => {
  async function started() {
    const db = await openDb();
    const rooms = await openRooms(db);
    const plant = planter(db);
    const organizationId = await plant.organization();
    const people = {
      learner: await plant.person(),
      member: await plant.person({ organizationId }),
      orgAdmin: await plant.person({ organizationId, isOrgAdmin: true }),
      super: await plant.person({ isSuperAdmin: true }),
    };
    const stats = (who: string | null) => rooms.ask(who, '/api/admin/stats');
    return { plant, people, stats, rooms };
  }

  test('counts every organization, person and course, inactive ones and drafts too', async () => {
    const { plant, people, stats } = await started();
    expect((await stats(people.super)).body).toEqual({ organizations: 1, users: 4, courses: 0 });
    await plant.organization({ isActive: false });
    await plant.course();
    await plant.course({ isPublished: false });
    await plant.course({ visibility: 'private' });
    const { status, body } = await stats(people.super);
    expect([status, body as AdminStats]).toEqual([200, { organizations: 2, users: 4, courses: 3 }]);
  });

  test('[M12] is for super admins alone', async () => {
    const { people, stats, rooms } = await started();
    for (const who of ['learner', 'member', 'orgAdmin'] as const) {
      const { status, body } = await stats(people[who]);
      expect([who, status, body.code]).toEqual([who, 403, 'access_denied']);
      expect(body).not.toHaveProperty('users');
    }
    const visitor = await stats(null);
    expect([visitor.status, visitor.body.code]).toEqual([401, 'not_authenticated']);
    const written = await rooms.post(people.super, '/api/admin/stats', {});
    expect([written.status, written.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });
});
