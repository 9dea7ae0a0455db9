// A job that extends invitations which no one has used (decision 110).
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { BulkJob, BulkJobList, BulkRows } from '#sync/contract/bulk-job.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { processOn, runJobs } from '#tests/fixtures/jobs.ts';
import { createInvitation } from '#tests/fixtures/plant.ts';

const DAY_MS = 86_400_000;

onEveryEngine('jobs', (openDb) => {
  test('extend unused invitations that expire or have expired, with the link that they have, and leave out the others', async () => {
    const { db, ours, theirs, people, plant, send, refused, acts } = await openAdministration(openDb);
    const path = `/api/enterprise/admin/organizations/${ours}/bulk-jobs`;
    const start = async (body: object) => (await send(people.admin, 'POST', path, body)).body.job as BulkJob;
    const rows = async (job: BulkJob) =>
      ((await send(people.admin, 'GET', `${path}/${job.id}/rows`)).body as BulkRows).rows;
    const refusal = (body: object, who = people.admin) => refused(who, 'POST', path, body);
    const ended = async (job: BulkJob) => {
      await runJobs(processOn(db));
      const { jobs } = (await send(people.admin, 'GET', path)).body as BulkJobList;
      return jobs.find(({ id }) => id === job.id);
    };
    const { invitations, organizations } = db.tables;
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
    const inDays = (days: number) => daysAgo(-days);
    const made = async (
      email: string,
      facts: Partial<typeof invitations.$inferInsert> & { createdBy?: string } = {},
    ) => {
      const invite = {
        organizationId: ours,
        createdBy: people.admin,
        createdAt: daysAgo(8),
        email: `${email}@a.example`,
      };
      const { id } = await createInvitation(db, { ...invite, ...facts });
      await db
        .update(invitations)
        .set({ uses: 0, ...facts })
        .where(eq(invitations.id, id));
      return id;
    };
    const expiryOf = async (id: string) =>
      (await db.select().from(invitations).where(eq(invitations.id, id)))[0]?.expiresAt?.getTime();
    const [expired, ending] = [
      await made('expired', { expiresAt: daysAgo(3) }),
      await made('ending', { expiresAt: inDays(2) }),
    ];
    await made('never');
    const later = await made('later', { expiresAt: inDays(40) });
    await made('of-a-member', { createdBy: people.member, expiresAt: inDays(2) });
    const ids = [
      await made('used', { uses: 1, maxUses: 1, expiresAt: inDays(2) }),
      await made('revoked', { revokedAt: daysAgo(1), expiresAt: inDays(2) }),
    ];
    const overtaken = [
      await made('again', { expiresAt: daysAgo(3) }),
      await made('here', { email: `${people.member}@demo.example`, expiresAt: daysAgo(3), role: 'admin' }),
      await made('old', { createdAt: daysAgo(60), expiresAt: daysAgo(31) }),
    ];
    await made('again', { createdAt: daysAgo(1) });
    await made('fresh', { createdAt: daysAgo(1), expiresAt: inDays(2) });
    const foreign = await made('foreign', { organizationId: theirs, expiresAt: inDays(2) });
    const before = Date.now();
    const job = await start({ act: { kind: 'extend' }, matching: { state: 'unused' } });
    expect(await ended(job)).toMatchObject({ title: 'Extend invitations', kind: 'extend', total: 5, changed: 2 });
    expect((await rows(job)).map(({ email, reason }) => [email?.split('@')[0], reason]).sort()).toEqual([
      ['ending', null],
      ['expired', null],
      ['later', 'Can be used longer already.'],
      ['never', 'Never expires.'],
      ['of-a-member', 'Its author can no longer invite people.'],
    ]);
    for (const id of [expired, ending]) expect(await expiryOf(id)).toBeGreaterThanOrEqual(before + 14 * DAY_MS);
    expect(await expiryOf(later)).toBeGreaterThan(inDays(39).getTime());
    const logged = (await acts()).filter(({ action }) => action === 'invitation.extended');
    expect(logged.map(({ subject }) => subject).sort()).toEqual([expired, ending].sort());
    const named = await start({ act: { kind: 'extend' }, ids: [...ids, ...overtaken, foreign] });
    expect(await ended(named)).toMatchObject({ total: 5, changed: 0 });
    expect((await rows(named)).map(({ reason }) => reason)).toEqual([
      ...['Used up.', 'Revoked before.'],
      ...['Its person is here, or was invited again since.', 'Its person is here, or was invited again since.'],
      'Expired long ago.',
    ]);
    const group = await plant.group(ours);
    const ofNone = { act: { kind: 'extend' }, matching: { state: 'unused', group } };
    expect(await refusal(ofNone)).toBe('422 nobody_matches');
    await db.update(organizations).set({ isActive: false }).where(eq(organizations.id, ours));
    expect(await refusal({ act: { kind: 'extend' }, matching: { state: 'unused' } }, people.super)).toBe(
      '422 organization_inactive organizationId',
    );
  });
});
