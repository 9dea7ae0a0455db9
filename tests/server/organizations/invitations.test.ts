// What a token is worth, and using it: the calls of the invite page and of the callback.
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { NewInvitation } from '#server/invitations/invitations.ts';
import { InvitationUseAnswer } from '#sync/contract/invitation.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn, type Who } from '#tests/fixtures/signed-in.ts';

onEveryEngine('invitations', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    let ahead = 0;
    const server = await startServer({ now: () => new Date(Date.now() + ahead) });
    const { db } = server;
    const plant = planter(db);
    const organizationId = await plant.organization({ name: 'Demo Inspections' });
    const createdBy = await plant.person({ isSuperAdmin: true });
    const invite = async (invitation: Partial<NewInvitation> = {}) =>
      (await createInvitation(db, { organizationId, createdBy, ...invitation })).token;
    const validate = async (token: string) => {
      const answer = await server.send('POST', '/api/enterprise/validate-invitation', { token });
      return { status: answer.status, body: await answer.json() };
    };
    const consume = async ({ headers }: Pick<SignedIn, 'headers'>, invitationToken: string) => {
      const answer = await server.send('POST', '/api/enterprise/consume-invitation', { invitationToken }, headers);
      return { status: answer.status, body: await answer.json() };
    };
    const person = (who?: Who) => signedIn(server, who);
    const profile = async ({ headers }: SignedIn) =>
      (await server.request('/api/auth/user', { headers })).json() as Promise<Record<string, unknown>>;
    const usesOf = async () => (await db.select().from(db.tables.invitations)).map(({ uses }) => uses);
    const pass = (seconds: number) => {
      ahead += seconds * 1000;
    };
    return { server, db, plant, organizationId, invite, validate, consume, person, profile, usesOf, pass };
  }

  test('a token is random, stored only as a hash, and shown once', async () => {
    const { db, invite } = await started();
    const tokens = [await invite(), await invite()];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{22}$/);
    const rows = JSON.stringify(await db.select().from(db.tables.invitations));
    for (const token of tokens) expect(rows).not.toContain(token);
    expect(await db.select().from(db.tables.invitations)).toMatchObject([
      { role: 'member', maxUses: 50, uses: 0, expiresAt: null },
      { role: 'member', maxUses: 50, uses: 0, expiresAt: null },
    ]);
  });

  describe('[A11] validating', () => {
    test('returns the organization and the role of a valid token, and its public course', async () => {
      const { plant, invite, validate, organizationId } = await started();
      const open = await plant.course({ title: 'Open to all', visibility: 'public' });
      const closed = await plant.course({ title: 'Members only', visibility: 'organization', organizationId });
      const good = {
        valid: true,
        organization: 'Demo Inspections',
        details: { expired: false, maxUsesReached: false },
        email: null,
      };
      const token = await invite({ role: 'admin' });
      const { status, body } = await validate(`  ${token} `);
      expect([status, body]).toEqual([200, { ...good, role: 'admin', course: null }]);
      const course = { id: open, title: 'Open to all', thumbnail: null };
      expect((await validate(await invite({ courseId: open }))).body).toEqual({ ...good, role: 'member', course });
      expect((await validate(await invite({ courseId: closed }))).body.course).toBeNull();
    });

    test('reports why a token is not valid, and nothing of its organization', async () => {
      const { db, plant, invite, validate, pass } = await started();
      const verdict = (expired: boolean, maxUsesReached: boolean) => ({
        valid: false,
        organization: null,
        role: null,
        details: { expired, maxUsesReached },
        email: null,
        course: null,
      });
      const soon = await invite({ expiresAt: new Date(Date.now() + 60_000) });
      expect((await validate(soon)).body.valid).toBe(true);
      pass(61);
      expect((await validate(soon)).body).toEqual(verdict(true, false));
      const { invitations, organizations } = db.tables;
      const used = await invite({ maxUses: 1 });
      await db.update(invitations).set({ uses: 1 }).where(eq(invitations.maxUses, 1));
      expect((await validate(used)).body).toEqual(verdict(false, true));
      const revoked = await invite({ maxUses: 2 });
      await db.update(invitations).set({ revokedAt: new Date() }).where(eq(invitations.maxUses, 2));
      expect((await validate(revoked)).body).toEqual(verdict(false, false));
      expect((await validate('nonsense')).body).toEqual(verdict(false, false));
      const asleep = await invite({ organizationId: await plant.organization({ isActive: false }) });
      expect((await validate(asleep)).body).toEqual(verdict(false, false));
      await db.update(organizations).set({ isActive: false });
      expect((await validate(await invite())).body.valid).toBe(false);
    });

    test('refuses texts that are no tokens', async () => {
      const { validate } = await started();
      for (const token of ['', '   ', 5, null, 'x'.repeat(10_000)]) {
        const { status, body } = await validate(token as string);
        expect([status, body.code, body.field]).toEqual([400, 'validation_failed', 'token']);
      }
    });
  });

  describe('[A7] consuming', () => {
    test('makes a member, once; the second time is 409 and counts nothing', async () => {
      const { invite, consume, person, profile, organizationId, usesOf } = await started();
      const token = await invite();
      const maren = await person();
      const { status, body } = await consume(maren, token);
      const joined = {
        success: true,
        message: 'You have joined Demo Inspections.',
        organization: 'Demo Inspections',
        organizationId,
        courseId: null,
      };
      expect([status, body]).toEqual([200, joined]);
      InvitationUseAnswer.parse(body);
      expect(await profile(maren)).toMatchObject({
        organization: { id: organizationId, name: 'Demo Inspections' },
        is_org_admin: false,
      });
      const again = await consume(maren, token);
      expect([again.status, again.body.code]).toEqual([409, 'invitation_already_used']);
      expect(await usesOf()).toEqual([1]);
    });

    test('the second time is 409 even when the invitation is used up by then, and ten at once count once', async () => {
      const { invite, consume, person, usesOf } = await started();
      const token = await invite({ maxUses: 1 });
      const maren = await person();
      const answers = await Promise.all(Array.from({ length: 10 }, () => consume(maren, token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
      expect(await usesOf()).toEqual([1]);
    });

    test('an admin’s invitation makes an org admin, and a member’s withdraws nothing', async () => {
      const { db, invite, consume, person, profile, organizationId } = await started();
      const omar = await person();
      await consume(omar, await invite({ role: 'admin' }));
      expect(await profile(omar)).toMatchObject({ is_org_admin: true, is_super_admin: false });
      expect((await consume(omar, await invite())).status).toBe(200);
      expect(await profile(omar)).toMatchObject({ is_org_admin: true });
      const { auditLog } = db.tables;
      const isRole = and(eq(auditLog.action, 'account.role_changed'), eq(auditLog.subject, omar.id));
      expect(await db.select().from(auditLog).where(isRole)).toMatchObject([
        { actorId: omar.id, organizationId, details: { isOrgAdmin: true, by: 'invitation' } },
      ]);
    });

    test('a member of another organization is refused and loses nothing', async () => {
      const { plant, invite, consume, person, profile, usesOf } = await started();
      const elsewhere = await plant.organization({ name: 'Elsewhere' });
      const maren = await person({ organizationId: elsewhere });
      const { status, body } = await consume(maren, await invite());
      expect([status, body.code]).toEqual([403, 'already_in_organization']);
      expect(await profile(maren)).toMatchObject({ organization: { name: 'Elsewhere' } });
      expect(await usesOf()).toEqual([0]);
    });

    test('enrolls in the course of the invitation, also a private one', async () => {
      const { server, plant, invite, consume, person, organizationId } = await started();
      const courseId = await plant.course({ visibility: 'private', title: 'For the few', organizationId });
      await plant.lesson(courseId);
      const maren = await person();
      const see = async () => (await server.request(`/api/courses/${courseId}`, { headers: maren.headers })).status;
      expect(await see()).toBe(404);
      expect((await consume(maren, await invite({ courseId }))).body).toMatchObject({ success: true, courseId });
      expect(await see()).toBe(200);
      const { courseProgress } = server.db.tables;
      expect(await server.db.select().from(courseProgress)).toMatchObject([
        { userId: maren.id, courseId, percent: 0, status: 'in_progress', isAssigned: true },
      ]);
    });

    test('refuses expired tokens, those of others, and visitors, each with its own code', async () => {
      const { db, invite, consume, person, usesOf, pass } = await started();
      const maren = await person({ email: 'maren@test.example' });
      const refused = async (token: string) => {
        const { status, body } = await consume(maren, token);
        return `${status} ${body.code} ${body.message}`;
      };
      expect(await refused('nonsense')).toBe('404 invitation_invalid Invalid invitation token');
      const late = await invite({ expiresAt: new Date(Date.now() + 1000) });
      pass(2);
      expect(await refused(late)).toBe('410 invitation_expired This invitation has expired');
      const full = await invite({ maxUses: 1 });
      await consume(await person(), full);
      expect(await refused(full)).toBe('410 invitation_used_up This invitation has reached maximum uses');
      expect(await refused(await invite({ email: 'Other@test.example' }))).toContain('403 invitation_for_another');
      await db.update(db.tables.organizations).set({ isActive: false });
      expect(await refused(await invite())).toContain('404 invitation_invalid');
      await db.update(db.tables.organizations).set({ isActive: true });
      expect((await consume(maren, await invite({ email: 'MAREN@test.example' }))).status).toBe(200);
      expect((await consume({ headers: { Authorization: 'Bearer x' } }, full)).status).toBe(401);
      expect((await usesOf()).reduce((sum, uses) => sum + uses, 0)).toBe(2);
    });

    test('sixty people at once with fifty uses left: exactly fifty get in', async () => {
      const { db, invite, consume, person, organizationId, usesOf } = await started();
      const token = await invite({ maxUses: 50 });
      const people: SignedIn[] = [];
      for (let at = 0; at < 60; at += 1) people.push(await person());
      const answers = await Promise.all(people.map((one) => consume(one, token)));
      const counted = Object.groupBy(answers, ({ status, body }) => `${status} ${body.code ?? 'in'}`);
      expect(Object.fromEntries(Object.entries(counted).map(([name, all]) => [name, all?.length]))).toEqual({
        '200 in': 50,
        '410 invitation_used_up': 10,
      });
      const { profiles } = db.tables;
      expect(await db.select().from(profiles).where(eq(profiles.organizationId, organizationId))).toHaveLength(50);
      expect(await db.select().from(db.tables.invitationUses)).toHaveLength(50);
      expect(await usesOf()).toEqual([50]);
    });
  });
});
