// Administrators make, list and revoke invitations, and invite many people at once.

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { BODY_LIMIT_BYTES } from '#server/http/validate.ts';
import type { InvitationImport, InvitationImportAnswer } from '#sync/contract/invitation.ts';
import type { InvitationAnswer } from '#sync/contract/organization.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { InvitationList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const MAKE = '/api/enterprise/admin/create-invitation';
const of = (organizationId: string, id = '') =>
  `/api/enterprise/admin/organizations/${organizationId}/invitations${id && `/${id}`}`;

onEveryEngine('administrators and invitations', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { people, ours, send, db } = all;
    const make = async (body: Record<string, unknown> = {}, who = people.admin) =>
      (await send(who, 'POST', MAKE, { organizationId: ours, ...body })).body as InvitationAnswer;
    const listed = async (query = '') =>
      (await send(people.admin, 'GET', `${of(ours)}${query}`)).body as InvitationList;
    const consume = async (who: string, invitationToken: string) => {
      const answer = await send(who, 'POST', '/api/enterprise/consume-invitation', { invitationToken });
      return answer.body.code ?? answer.status;
    };
    const many = async (rows: InvitationImport['rows'], dryRun = false, who = people.admin) =>
      (await send(who, 'POST', of(ours), { dryRun, rows })).body as InvitationImportAnswer;
    const mails = () => db.select().from(db.tables.mailOutbox);
    return { ...all, make, listed, consume, many, mails };
  }

  test('[M7] the token is shown once, the list shows everything else', async () => {
    const { people, make, listed, send, db } = await started();
    const { token, invitation } = await make();
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(invitation).toMatchObject({ role: 'member', uses: 0, maxUses: 50, expiresAt: null, createdBy: 'Ada Admin' });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const second = await make({ role: 'admin', maxUses: 1000, expiresAt }, people.super);
    expect(second.invitation).toMatchObject({ role: 'admin', maxUses: 1000, expiresAt, createdBy: 'Sue Super' });
    const list = await listed();
    expect(list.invitations.map(({ id }) => id).sort()).toEqual([invitation.id, second.invitation.id].sort());
    const kept = JSON.stringify([
      list,
      await db.select().from(db.tables.invitations),
      await send(people.super, 'GET', '/api/admin/audit-log'),
    ]);
    for (const one of [token, second.token]) expect(kept).not.toContain(one);
  });

  test('[M7] max uses are 1 to 1000, an expiry is in the future, and each refusal names the field', async () => {
    const { people, ours, refused, send } = await started();
    const make = (body: Record<string, unknown>) =>
      refused(people.admin, 'POST', MAKE, { organizationId: ours, ...body });
    for (const maxUses of [0, 1001, -1, 1.5, 'abc', '5', null, Number.MAX_SAFE_INTEGER])
      expect([maxUses, await make({ maxUses })]).toEqual([maxUses, '400 validation_failed maxUses']);
    for (const expiresAt of [new Date(Date.now() - 1000).toISOString(), '2020-01-01T00:00:00Z', 'tomorrow', 5])
      expect([expiresAt, await make({ expiresAt })]).toEqual([expiresAt, '400 validation_failed expiresAt']);
    expect(await make({ role: 'owner' })).toBe('400 validation_failed role');
    expect(await make({ organizationId: 'ours' })).toBe('400 validation_failed organizationId');
    const unnamed = await send(people.admin, 'POST', MAKE, {});
    expect(unnamed.body.error).toBe('Please select an organization first.');
    for (const maxUses of [1, 1000]) expect(await make({ maxUses })).toBe('201');
  });

  test('[M7] are found by their address, oldest first on demand, page by page and counted', async () => {
    const { many, make, listed, db } = await started();
    await many(['ann@field.example', 'an_n@field.example', 'ben@office.example'].map((email) => ({ email })));
    await make();
    const { invitations } = db.tables;
    for (const [n, { id }] of (await db.select().from(invitations)).entries())
      await db
        .update(invitations)
        .set({ createdAt: new Date(n * 1000) })
        .where(eq(invitations.id, id));
    const emails = ({ invitations: rows }: InvitationList) => rows.map(({ email }) => email);
    const found = await listed('?search=FIELD&sort=created');
    expect([emails(found).length, found.total]).toEqual([2, 2]);
    expect(emails(await listed('?search=n_n'))).toEqual(['an_n@field.example']);
    const first = await listed('?limit=3&sort=created');
    const rest = await listed(`?limit=3&sort=created&cursor=${first.nextCursor}`);
    expect([first.total, rest.total]).toEqual([4, undefined]);
    const ben = eq(invitations.email, 'ben@office.example');
    await db.update(invitations).set({ uses: 1 }).where(ben);
    const used = await listed('?limit=3&sort=uses');
    expect(emails(await listed(`?sort=uses&cursor=${used.nextCursor}`))).toEqual(['ben@office.example']);
    expect([...emails(first), ...emails(rest)]).toEqual(emails(await listed()).toReversed());
  });

  test('[M7] are found by the group that they lead into', async () => {
    const { many, listed, db } = await started();
    await many([
      { email: 'ann@field.example', group: 'North' },
      { email: 'ben@field.example', group: 'South' },
      { email: 'cem@field.example' },
    ]);
    const groups = await db.select().from(db.tables.groups);
    const north = groups.find(({ name }) => name === 'North')?.id ?? '';
    const found = await listed(`?group=${north.toUpperCase()}`);
    expect([found.invitations.map(({ email }: { email: string | null }) => email), found.total]).toEqual([
      ['ann@field.example'],
      1,
    ]);
    expect((await listed(`?group=${north}&search=ben`)).invitations).toEqual([]);
  });

  test('[M7] of two people at once one gets the last use', async () => {
    const { plant, make, consume, listed } = await started();
    const { token } = await make({ maxUses: 1 });
    const racers = await Promise.all([plant.person(), plant.person()]);
    const told = await Promise.all(racers.map((who) => consume(who, token)));
    expect(told.sort()).toEqual([200, 'invitation_used_up']);
    expect((await listed()).invitations[0]).toMatchObject({ uses: 1, maxUses: 1 });
  });

  test('[M7] [Z7] a revoked one is worth nothing, and both acts are noted', async () => {
    const { people, ours, theirs, make, consume, send, refused, acts, listed } = await started();
    const { token, invitation } = await make();
    expect(await refused(people.otherAdmin, 'DELETE', of(theirs, invitation.id))).toBe('404 invitation_not_found');
    expect(await refused(people.admin, 'DELETE', of(ours, randomUUID()))).toBe('404 invitation_not_found');
    for (let time = 0; time < 2; time += 1)
      expect((await send(people.admin, 'DELETE', of(ours, invitation.id))).body).toEqual({
        message: 'The invitation was revoked.',
      });
    expect(await consume(people.learner, token)).toBe('invitation_invalid');
    expect((await listed()).invitations[0]?.revokedAt).toMatch(/Z$/);
    expect((await acts()).map(({ action, subject }) => [action, subject])).toEqual([
      ['invitation.revoked', invitation.id],
      ['invitation.created', invitation.id],
    ]);
  });

  test('[M14] a course is included when the organization can take it, and no longer without the grant', async () => {
    const { plant, people, ours, theirs, make, refused, consume, send, db } = await started();
    const own = await plant.course({ organizationId: ours, visibility: 'private' });
    const granted = await plant.course({ organizationId: theirs, visibility: 'private', title: 'Lent' });
    await plant.grant(granted, ours);
    const draft = await plant.course({ organizationId: ours, isPublished: false });
    const foreign = await plant.course({ organizationId: theirs, visibility: 'organization' });
    for (const courseId of [draft, foreign, 4711])
      expect(await refused(people.admin, 'POST', MAKE, { organizationId: ours, courseId })).toBe(
        '404 course_not_found courseId',
      );
    const withOwn = await make({ courseId: own });
    const withGranted = await make({ courseId: granted });
    expect(withGranted.invitation.course).toEqual({ id: granted, title: 'Lent' });
    expect(await consume(people.learner, withOwn.token)).toBe(200);
    expect(await consume(people.learner, withGranted.token)).toBe(200);
    const sees = async (id: number) => (await send(people.learner, 'GET', `/api/courses/${id}`)).status;
    expect([await sees(own), await sees(granted)]).toEqual([200, 200]);
    await db.delete(db.tables.courseGrants);
    expect([await sees(own), await sees(granted)]).toEqual([200, 404]);
    const late = await plant.person();
    expect(await consume(late, withGranted.token)).toBe(200);
    expect((await send(late, 'GET', `/api/courses/${granted}`)).status).toBe(404);
  });

  test('[M14] none is created for an organization that is switched off', async () => {
    const { people, ours, refused, db } = await started();
    await db.update(db.tables.organizations).set({ isActive: false });
    for (const who of [people.admin, people.super]) {
      expect(await refused(who, 'POST', MAKE, { organizationId: ours })).toBe(
        '422 organization_inactive organizationId',
      );
      const rows = [{ email: 'a@test.example' }];
      expect(await refused(who, 'POST', of(ours), { dryRun: true, rows })).toMatch('422 organization_inactive');
      expect(await refused(who, 'GET', of(ours))).toBe('200');
    }
  });

  test('[M12] another organization is not there, by path or by body', async () => {
    const { people, theirs, refused } = await started();
    const rows = [{ email: 'a@test.example' }];
    const calls: [string, string, unknown?][] = [
      ['POST', MAKE, { organizationId: theirs }],
      ['GET', of(theirs)],
      ['POST', of(theirs), { dryRun: true, rows }],
      ['DELETE', of(theirs, randomUUID())],
    ];
    for (const [method, path, body] of calls) {
      expect(await refused(people.admin, method, path, body)).toBe('404 organization_not_found organizationId');
      expect(await refused(people.member, method, path, body)).toBe('403 access_denied');
    }
  });

  describe('[Z6] many at once', () => {
    test('are validated row by row, and a dry run creates nothing', async () => {
      const { plant, ours, theirs, people, many, mails, listed } = await started();
      await plant.person({ email: 'inside@test.example', organizationId: ours });
      await plant.person({ email: 'elsewhere@test.example', organizationId: theirs });
      await plant.person({ email: 'known@test.example' });
      const courseId = String(await plant.course({ organizationId: ours, visibility: 'organization' }));
      const foreign = String(await plant.course({ organizationId: theirs, visibility: 'private' }));
      const draft = String(await plant.course({ organizationId: ours, isPublished: false }));
      const rows = [
        { email: ' New@Test.Example ', role: '', courseId: '' },
        { email: 'boss@test.example', role: 'ADMIN', courseId },
        { email: 'known@test.example' },
        { email: 'new@test.example' },
        { email: 'nobody' },
        { email: '=HYPERLINK("http://x.example","x@y.example")' },
        { email: '+1@test.example' },
        { email: '' },
        { email: 'inside@test.example' },
        { email: 'elsewhere@test.example' },
        { email: 'king@test.example', role: 'king' },
        { email: 'course@test.example', courseId: foreign },
        { email: 'words@test.example', courseId: 'four' },
        { email: 'huge@test.example', courseId: '99999999999' },
        { email: 'draft@test.example', courseId: draft },
      ];
      const dry = await many(rows, true);
      expect([dry.dryRun, dry.invited, dry.same, dry.refused]).toEqual([true, 3, 1, 11]);
      expect(dry.rows.map(({ row, field, reason }) => [row, field, reason])).toEqual([
        [1, null, null],
        [2, null, null],
        [3, null, null],
        [4, 'email', 'This address is in the file twice.'],
        [5, 'email', 'This is not an email address.'],
        [6, 'email', 'This is not an email address.'],
        [7, 'email', 'This is not an email address.'],
        [8, 'email', 'This is not an email address.'],
        [9, 'email', 'Already a member of this organization.'],
        [10, 'email', "This person can't be invited."],
        [11, 'role', 'The role must be member or admin.'],
        [12, 'courseId', `No course that this organization can take is called “${foreign}”.`],
        [13, 'courseId', 'No course that this organization can take is called “four”.'],
        [14, 'courseId', 'No course that this organization can take is called “99999999999”.'],
        [15, 'courseId', `No course that this organization can take is called “${draft}”.`],
      ]);
      expect([await mails(), (await listed()).invitations]).toEqual([[], []]);
      const real = await many(rows);
      expect({ ...real, dryRun: true }).toEqual(dry);
      const { invitations } = await listed();
      expect(invitations.map(({ email, role, maxUses }) => [email, role, maxUses]).sort()).toEqual([
        ['boss@test.example', 'admin', 1],
        ['known@test.example', 'member', 1],
        ['new@test.example', 'member', 1],
      ]);
      expect((await many(rows.slice(0, 1))).rows[0]?.reason).toBe(
        'Already invited. Revoke that invitation to write again.',
      );
      expect(await many(rows.slice(0, 1), true, people.super)).toMatchObject({ invited: 0 });
    });

    test('people who are as the list says are the same, and only what it would change is refused', async () => {
      const { plant, ours, theirs, many, mails } = await started();
      const about = { organizationId: ours };
      await plant.person({ email: 'inside@test.example', ...about });
      await plant.person({ email: 'chief@test.example', ...about, isOrgAdmin: true });
      await plant.person({ email: 'elsewhere@test.example', organizationId: theirs });
      const courseId = String(await plant.course({ ...about, visibility: 'organization' }));
      const judged = async (rows: InvitationImport['rows']) => {
        const { invited, same, refused: wrong, rows: told } = await many(rows);
        return [invited, same, wrong, told.map(({ isSame }) => isSame)];
      };
      const [inside, chief] = [{ email: 'INSIDE@test.example' }, { email: 'chief@test.example' }];
      expect(await judged([inside, { ...chief, role: 'Admin' }, { email: 'elsewhere@test.example' }])).toEqual([
        ...[0, 2, 1],
        [true, true, false],
      ]);
      for (const wanted of [{ role: 'admin' }, { role: 'king' }, { courseId }])
        expect(await judged([{ ...inside, ...wanted }]), JSON.stringify(wanted)).toEqual([0, 0, 1, [false]]);
      expect(await judged([{ ...chief, role: 'Member' }])).toEqual([0, 0, 1, [false]]);
      expect(await mails()).toEqual([]);
    });

    test('a row names its course by title, and one of two courses with the same title by its number', async () => {
      const { plant, ours, theirs, many } = await started();
      const course = (title: string, organizationId = ours) =>
        plant.course({ organizationId, visibility: 'organization', title });
      await course('Walls & Roofs');
      await course('Ladders', theirs);
      await course('Twice');
      const second = await course('Twice');
      const named = [' walls & ROOFS ', 'Ladders', 'Twice', String(second)];
      const { rows } = await many(named.map((courseId, at) => ({ email: `p${at}@test.example`, courseId })));
      expect(rows.map(({ course, reason }) => course ?? reason)).toEqual([
        'Walls & Roofs',
        'No course that this organization can take is called “Ladders”.',
        'Several courses have this title. Give the number in its address instead.',
        'Twice',
      ]);
    });

    test('dry runs are limited too: each says of many addresses whether they have joined an organization', async () => {
      const { people, ours, many, refused } = await started();
      const rows = [{ email: 'olga@test.example' }];
      for (let runs = 0; runs < 60; runs += 1) expect((await many(rows, true)).dryRun).toBe(true);
      expect(await refused(people.admin, 'POST', of(ours), { dryRun: true, rows })).toBe('429 rate_limited');
      expect((await many(rows)).invited).toBe(1);
    });

    test('[M7] an invitation that was lost is mailed again: the new link works, the old one does not, and a used one is not sent', async () => {
      const { plant, people, ours, many, mails, consume, listed, refused, send } = await started();
      const courseId = await plant.course({ title: 'Scan & Inspect' });
      await many([{ email: 'guest@test.example', courseId: String(courseId), group: 'Crew 1' }]);
      const again = async () => {
        const [{ id } = { id: '' }] = (await listed('?sort=-created')).invitations;
        return { id, path: `${of(ours, id)}/mail` };
      };
      const first = await again();
      expect((await send(people.admin, 'POST', first.path)).status).toBe(200);
      const tokens = (await mails()).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '');
      expect(new Set(tokens).size).toBe(2);
      const [newest, earlier] = (await listed('?sort=-created')).invitations;
      expect(earlier?.id).toBe(first.id);
      expect(earlier?.revokedAt).not.toBeNull();
      expect(newest).toMatchObject({
        email: 'guest@test.example',
        course: { id: courseId },
        groups: [{ name: 'Crew 1' }],
      });
      const guest = await plant.person({ email: 'guest@test.example', organizationId: null });
      const used = await Promise.all(tokens.map(async (token) => consume(guest, token)));
      expect(used.filter((outcome) => outcome === 200)).toHaveLength(1);
      expect(await refused(people.admin, 'POST', (await again()).path), 'it was used').toBe('404 invitation_not_found');
      expect(await refused(people.admin, 'POST', first.path), 'it was revoked').toBe('404 invitation_not_found');
    });

    test('each gets a mail with a link that brings only that person in', async () => {
      const { plant, people, many, mails, consume, acts, db, ours } = await started();
      const courseId = await plant.course({ title: 'Scan & Inspect' });
      await many([{ email: 'guest@test.example', courseId: String(courseId) }, { email: 'other@test.example' }]);
      const [mail] = (await mails()).filter(({ toAddress }) => toAddress === 'guest@test.example');
      expect(mail).toMatchObject({ kind: 'invitation', subject: 'Join Demo Inspections on Groundwork', sentAt: null });
      expect(mail?.text).toContain('“Scan & Inspect”');
      const link = new URL(/^http\S+$/m.exec(mail?.text ?? '')?.[0] ?? '');
      expect(link.pathname).toBe('/invite');
      const token = link.searchParams.get('token') ?? '';
      expect(await consume(people.learner, token)).toBe('invitation_for_another');
      const guest = await plant.person({ email: 'guest@test.example' });
      expect(await consume(guest, token)).toBe(200);
      const [joined] = await db.select().from(db.tables.profiles).where(eq(db.tables.profiles.id, guest));
      expect(joined).toMatchObject({ organizationId: ours, isOrgAdmin: false });
      const mailed = (await acts()).filter(({ action }) => action === 'invitation.mailed');
      expect(mailed.map(({ details }) => details?.email).sort()).toEqual(['guest@test.example', 'other@test.example']);
      expect(JSON.stringify(await acts())).not.toContain(token);
    });

    test('two who send the same file at once invite everybody once', async () => {
      const { many, mails } = await started();
      const rows = Array.from({ length: 20 }, (_, n) => ({ email: `p${n}@test.example` }));
      const told = await Promise.all([many(rows), many(rows)]);
      expect(told.map(({ invited }) => invited).sort((a, b) => a - b)).toEqual([0, 20]);
      expect(await mails()).toHaveLength(20);
    });

    test('of 10,000 rows each wrong one is named with its field, the others are invited together, and one more is too many', async () => {
      const { db, people, ours, many, mails, refused } = await started();
      const rows = Array.from({ length: 10_000 }, (_, at) => ({
        ...{
          email: `inspector.${at}@a-company-with-quite-a-long-name.inspections.example`,
          role: 'member',
          group: 'Crew 1',
        },
        ...(at < 300 && [{ email: `inspector ${at}` }, { role: 'owner' }, { group: 'x'.repeat(200) }][at % 3]),
      }));
      expect(JSON.stringify(rows).length, 'more than other bodies may have').toBeGreaterThan(BODY_LIMIT_BYTES);
      const looked = await many(rows, true);
      expect([looked.invited, looked.refused, looked.rows.length]).toEqual([9700, 300, 10_000]);
      const wrong = looked.rows.filter(({ isInvited, reason }) => !isInvited && reason);
      expect(wrong.map(({ row, field }) => `${row} ${field}`)).toEqual(
        Array.from({ length: 300 }, (_, at) => `${at + 1} ${['email', 'role', 'group'][at % 3]}`),
      );
      expect(await mails(), 'nothing is done by looking').toEqual([]);
      expect(await many(rows)).toMatchObject({ invited: 9700, refused: 300, newGroups: ['Crew 1'] });
      // The first at once, the others by a job.
      expect(await db.select().from(db.tables.bulkJobs)).toMatchObject([{ state: 'running', total: 9700 }]);
      const more = [...rows, { email: 'last@company.example' }];
      expect(await refused(people.admin, 'POST', of(ours), { dryRun: true, rows: more })).toBe(
        '400 validation_failed rows',
      );
      expect(await refused(people.admin, 'POST', of(ours), { dryRun: true, rows: [] })).toBe(
        '400 validation_failed rows',
      );
      expect(await refused(people.admin, 'POST', of(ours), { rows: [{ email: 'a@b.example' }] })).toBe(
        '400 validation_failed dryRun',
      );
    });
  });
});
