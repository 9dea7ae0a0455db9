// Cursors and ids that no list gave out, of a size that PostgreSQL does not read.
import { expect, test } from 'vitest';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const SOMEBODY = '0198c0de-0000-7000-8000-000000000001';

onEveryEngine('pages for administrators', (openDb) => {
  test('[X1] a cursor, an id or a time beyond what the databases hold is refused with its field', async () => {
    const { people, ours, plant, refused } = await openAdministration(openDb);
    const courseId = await plant.course({ organizationId: ours });
    const organization = `/api/enterprise/admin/organizations/${ours}`;
    const byAge = [
      '/api/admin/users',
      '/api/admin/organizations',
      `${organization}/users`,
      `${organization}/invitations`,
    ];
    for (const list of byAge) {
      for (const time of ['999999999999999', '-1', 'x', ''])
        expect(await refused(people.super, 'GET', `${list}?cursor=${time}_${SOMEBODY}`)).toBe(
          '400 validation_failed cursor',
        );
      expect(await refused(people.super, 'GET', `${list}?cursor=99999999999999_${SOMEBODY}`)).toBe('200');
    }
    const learners = `/api/admin/courses/${courseId}/learners?cursor=`;
    expect(await refused(people.super, 'GET', `${learners}0_999999999999999_${SOMEBODY}`)).toBe(
      '400 validation_failed cursor',
    );
    expect(await refused(people.super, 'GET', `${learners}0_99999999999999_${SOMEBODY}`)).toBe('200');
    for (const list of ['summary', 'lessons', 'users', 'people', 'organization'])
      expect(
        await refused(
          people.super,
          'GET',
          `/api/admin/quiz-analytics/${list}?organizationId=${ours}&lessonId=2147483648`,
        ),
      ).toBe('400 validation_failed lessonId');
    const invitation = (expiresAt: string) =>
      refused(people.super, 'POST', '/api/enterprise/admin/create-invitation', { organizationId: ours, expiresAt });
    expect(await invitation('9999-12-31T23:59:59-23:59')).toBe('400 validation_failed expiresAt');
    expect(await invitation('9999-12-31T23:59:59Z')).toBe('201');
  });
});
