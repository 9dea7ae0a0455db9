// Days and times at the edges of the calendar, through every call that takes one.
import { expect, test } from 'vitest';
import { newSerial } from '#server/certificates/issue.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const EDGES = [
  '0000-01-01',
  '1900-01-01',
  '3000-01-01',
  '9999-12-31',
  '10000-01-01',
  '+010000-01-01',
  '2027-02-29',
  '',
];
const TIMES = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '',
];

onEveryEngine('the edges of the calendar', (openDb) => {
  const begin = async () => {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const courseId = await plant.course({ organizationId: ours, visibility: 'organization', validMonths: 12 });
    const userId = await plant.person({ organizationId: ours, email: 'mia@edge.example' });
    const serial = newSerial();
    const names = { learnerName: 'Mia', courseTitle: 'Roofs', validUntil: '2028-02-29' };
    await db.insert(db.tables.certificates).values({ ...names, userId, courseId, serial });
    const ask = (method: string, path: string, body?: object) => send(people.admin, method, path, body);
    return { ...all, courseId, userId, serial, ask, course: `/api/admin/courses/${courseId}` };
  };

  test.each(EDGES)('%j is refused by name as a due date and as the end of a certificate', async (day) => {
    const { ask, course, courseId, serial, ours, userId } = await begin();
    const place = { organizationId: ours };
    const users = { ...place, userIds: [userId] };
    const calls: [method: string, path: string, body: object, field?: string][] = [
      ['POST', `${course}/enrollments`, { ...users, dueOn: day }],
      ['POST', `${course}/renewals`, { userId, dueOn: day }],
      ['POST', `${course}/enroll-everyone`, { ...place, andLater: true, dueOn: day }],
      ['PUT', `${course}/auto-enrollments`, { ...place, dueOn: day }],
      [
        'POST',
        `/api/enterprise/admin/organizations/${ours}/bulk-jobs`,
        { act: { kind: 'enroll', courseId, dueOn: day }, ids: [userId] },
        'act.dueOn',
      ],
      ['POST', `/api/admin/certificates/${serial}`, { act: 'extend', validUntil: day, reason: 'Leave' }, 'validUntil'],
    ];
    for (const [method, path, body, field = 'dueOn'] of calls) {
      const { status, body: told } = await ask(method, path, body);
      expect([path, status, told.field], JSON.stringify(told)).toEqual([
        path,
        expect.toBeOneOf([400, 422]),
        expect.toBeOneOf([field, 'dueOn']),
      ]);
    }
    const rows = [{ email: 'mia@edge.example', due: day }];
    const { body } = await ask('POST', `${course}/enrollments/import`, { dryRun: true, rows });
    if (day) expect(body.rows).toMatchObject([{ act: 'refused', field: 'due' }]);
  });

  test.each(TIMES)('the time %j is answered in a sentence, or read', async (time) => {
    const { ask, ours } = await begin();
    const query = encodeURIComponent(time);
    const invitation = { organizationId: ours, maxUses: 1, expiresAt: time };
    for (const [method, path, body] of [
      ['GET', `/api/admin/activity?organizationId=${ours}&since=${query}`],
      ['POST', '/api/enterprise/admin/create-invitation', invitation],
      ['GET', `/api/enterprise/admin/organizations/${ours}/invitations`],
    ] as const) {
      const { status, body: told } = await ask(method, path, body);
      if (status >= 300)
        expect([path, status, told.field]).toEqual([path, 400, expect.toBeOneOf(['since', 'expiresAt'])]);
    }
  });
});
