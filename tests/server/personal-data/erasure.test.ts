// Erasing a person: nothing in any column names or reaches them any more, and no figure changes.
import { eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { countedLessons, recountPage } from '#server/learning/recount-everyone.ts';
import { eraseHolders } from '#server/personal-data/erase-person.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';
import { aWholePerson, columnsWith, EMAIL, NAME, textColumns } from './whole-person.ts';

/**
 * Columns that hold nothing about a person: what courses are made of, names of things, and random or fixed words. A column
 * that is not here must be planted in `aWholePerson`; the erasure must then reach it.
 */
const IMPERSONAL = `
  organizations.id organizations.name organizations.slug organizations.reminders organizations.language profiles.language
  organizations.certificates_told_on profiles.organization_id
  courses.title courses.description courses.category courses.level courses.language courses.instructor_name
  courses.instructor_avatar courses.thumbnail courses.visibility courses.organization_id courses.objectives
  courses.prerequisites course_modules.title course_modules.description
  assets.id assets.storage_key assets.file_name assets.content_type assets.sha256 assets.etag assets.captions
  assets.codec assets.rendition assets.original_id assets.poster_id
  lessons.title lessons.kind lessons.description lessons.body lessons.asset_id
  lesson_documents.asset_id lesson_documents.title
  course_translations.language course_translations.units lesson_translations.language lesson_translations.units
  video_uploads.id video_uploads.storage_key video_uploads.file_name video_uploads.content_type video_uploads.fingerprint
  groups.id groups.organization_id groups.name groups.name_key group_members.group_id invitations.group_id
  course_grants.organization_id ended_grants.organization_id ended_memberships.organization_id invitations.id invitations.token_hash invitations.organization_id invitations.role
  invitations.ended_by
  invitation_uses.invitation_id invitation_groups.invitation_id invitation_groups.group_id
  tablets.id tablets.organization_id tablets.device_id tablets.name tablets.browser tablets.words tablets.version tablets.storage
  quiz_questions.question_text quiz_questions.question_type quiz_questions.explanation quiz_answers.answer_text
  quiz_versions.version quiz_versions.content quiz_versions.regraded quiz_attempts.answers quiz_attempts.quiz_version quiz_attempts.op_id
  auto_enrollments.organization_id auto_enrollments.due_on group_enrollments.group_id group_enrollments.due_on course_progress.due_on
  course_progress.status unit_progress.status unit_progress.watched past_units.status past_units.watched
  certificates.id certificates.serial certificates.course_title certificates.issuer_name certificates.valid_until certificates.replaces
  sign_in_cards.code_hash sign_in_cards.used_by recovery_codes.code_hash auth_factors.id auth_factors.secret auth_factors.challenge_id auth_identities.issuer
  applied_ops.op_id applied_ops.request_hash data_exports.id data_exports.state turns.kind turns.key turns.lease
  auth_users.password_hash auth_users.app_metadata auth_users.email_change_confirmed
  one_time_tokens.code_hash one_time_tokens.code_challenge one_time_tokens.code_challenge_method auth_sessions.id auth_sessions.hmac_key auth_sessions.user_agent
  auth_sessions.ip auth_sessions.aal auth_sessions.amr one_time_tokens.token_hash one_time_tokens.kind
  bulk_jobs.id bulk_jobs.organization_id bulk_jobs.act bulk_jobs.title bulk_jobs.state bulk_jobs.queue bulk_jobs.cursor
  bulk_jobs.error bulk_jobs.lease_owner bulk_rows.job_id bulk_rows.invitation_id bulk_rows.reason
  api_tokens.id api_tokens.token_hash api_tokens.ending api_tokens.name api_tokens.organization_id api_tokens.scopes
  webhooks.id webhooks.organization_id webhooks.url webhooks.events webhooks.secret webhooks.old_secret
  webhook_messages.id webhook_messages.webhook_id webhook_messages.type webhook_messages.data webhook_messages.outcome
  xapi_statements.statement_id xapi_statements.type xapi_statements.data
  mail_outbox.kind audit_log.organization_id audit_log.action erasures.person_hash meta.key meta.value
`
  .trim()
  .split(/\s+/);

const erase = (server: TestServer, who: SignedIn, path = '/api/account/erase', body: object = {}) =>
  server.send('POST', path, body, who.headers);

onEveryEngine('erasing a person', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}) {
    const server = await startServer({ variables });
    const world = await aWholePerson(server);
    const ask = async (path: string, who: SignedIn = world.boss) => {
      const answer = await server.request(path, { headers: who.headers });
      return { status: answer.status, body: await answer.json() };
    };
    return { server, ...world, ask };
  }

  test('leaves no trace of name, address or id in any column of any table', async () => {
    const { server, zoe, traces } = await started();
    await server.send('POST', '/api/account/exports', {}, zoe.headers);
    const isExported = async () => {
      const answer = await server.request('/api/account/exports', { headers: zoe.headers });
      return (await answer.json()).exports[0]?.state;
    };
    await expect.poll(isExported).toBe('ready');

    const planted = await columnsWith(server.db, traces);
    const unknown = textColumns().filter((name) => !planted.includes(name) && !IMPERSONAL.includes(name));
    expect(unknown, 'plant the person in these columns, or list them as impersonal').toEqual([]);

    const answer = await erase(server, zoe);
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'Your account and your data were erased.' }]);
    expect(await columnsWith(server.db, traces)).toEqual([]);
  });

  test('changes no figure, also after everything is counted again', async () => {
    const { server, zoe, organizationId, courseId, ask } = await started();
    const paths = [
      '/api/analytics/overview',
      `/api/analytics/overview?organizationId=${organizationId}`,
      '/api/analytics/trends?range=30d',
      '/api/analytics/categories',
      '/api/analytics/top-courses',
      '/api/admin/quiz-analytics/summary',
      `/api/admin/quiz-analytics/organization?organizationId=${organizationId}`,
      `/api/admin/courses/${courseId}/analytics`,
      `/api/public/courses/${courseId}`,
    ];
    const figures = async () => {
      const all = await Promise.all(paths.map((path) => ask(path)));
      for (const [n, { status }] of all.entries()) expect([paths[n], status]).toEqual([paths[n], 200]);
      return JSON.stringify(all)
        .replaceAll(zoe.id, '-')
        .replaceAll(NAME, '-')
        .replaceAll('Erased person', '-')
        .replaceAll(EMAIL, '');
    };
    const people = async () => (await ask('/api/admin/stats')).body.users;
    const before = await figures();
    const peopleBefore = await people();
    expect(before).toContain('"averageRating":4.5');

    expect((await erase(server, zoe)).status).toBe(200);
    const withoutIds = (text: string) => text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '-');
    expect(withoutIds(await figures())).toBe(withoutIds(before));
    await server.db.transact(function* (tx) {
      const lessons = yield* countedLessons(tx, courseId);
      return yield* recountPage(tx, { courseId, lessons, at: new Date(), cursor: null });
    });
    expect(withoutIds(await figures())).toBe(withoutIds(before));
    expect(await people()).toBe(peopleBefore - 1);
  });

  test('takes the person out of every list of people', async () => {
    const { server, zoe, organizationId, ask } = await started();
    await erase(server, zoe);
    const { body: all } = await ask('/api/admin/users');
    expect(all.users.map((one: { email: string }) => one.email).sort()).toEqual([
      'cal@colleague.example',
      'sue@super.example',
    ]);
    const { body: members } = await ask(`/api/enterprise/admin/organizations/${organizationId}/users`);
    expect(members.users).toHaveLength(1);
  });

  test('invitations for their address, and those that they made, are revoked, not opened to everybody', async () => {
    const { server, zoe } = await started();
    const { invitations } = server.db.tables;
    await erase(server, zoe);
    const rows = await server.db.select().from(invitations).orderBy(invitations.tokenHash);
    // The second one was made by them, as an admin.
    expect(rows.map(({ email, revokedAt }) => [email, revokedAt !== null])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  test('the audit log keeps the acts with a name that is nobody, and says who erased', async () => {
    const { server, zoe, ask } = await started();
    await erase(server, zoe);
    const { body } = await ask('/api/admin/audit-log');
    const [latest] = body.acts;
    expect(latest).toMatchObject({
      action: 'account.erased',
      actor: { name: 'Erased person' },
      details: { by: 'self' },
    });
    const signIn = body.acts.find((act: { action: string }) => act.action === 'account.sign_in');
    expect([signIn.actor.id, signIn.ip]).toEqual([latest.actor.id, null]);
    const role = body.acts.find((act: { action: string }) => act.action === 'account.role_changed');
    expect([role.subject, role.ip]).toEqual([latest.actor.id, '198.51.100.1']);
  });

  test('a valid token of theirs is told so and makes no new profile; a device may ask', async () => {
    const { server, zoe } = await started();
    const state = async () => (await (await server.request(`/api/erasures/${zoe.id}`)).json()).erased;
    expect(await state()).toBe(false);
    await erase(server, zoe);
    const answer = await server.send('POST', '/api/sync', { operations: [] }, zoe.headers);
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'account_erased']);
    expect(await state()).toBe(true);
    const refresh = await server.send(
      'POST',
      '/auth/v1/token?grant_type=refresh_token',
      { refresh_token: zoe.refreshToken },
      { apikey: 'k' },
    );
    expect((await refresh.json()).error_code ?? 'refused').toBe('refresh_token_not_found');
    const { profiles } = server.db.tables;
    expect(await server.db.select().from(profiles).where(eq(profiles.id, zoe.id))).toEqual([]);
  });

  describe('needs', () => {
    test('a fresh proof, of the same person, when the session is older', async () => {
      let ahead = 0;
      const server = await startServer({ now: () => new Date(Date.now() + ahead) });
      const one = await signedIn(server, { isSuperAdmin: true });
      const other = await signedIn(server, { isSuperAdmin: true });
      ahead = 301_000;
      const refused = async (body: object) => {
        const answer = await erase(server, one, '/api/account/erase', body);
        return [answer.status, (await answer.json()).code];
      };
      expect(await refused({})).toEqual([403, 'sign_in_again']);
      const fresh = await signedIn(server, {});
      expect(await refused({ proof: fresh.bearer })).toEqual([403, 'sign_in_again']);
      expect(await refused({ proof: 'nonsense' })).toEqual([401, 'not_authenticated']);
      expect(await refused({ proof: other.bearer })).toEqual([403, 'sign_in_again']);
    });

    test('a super admin for somebody else', async () => {
      const { server, zoe, boss, colleague } = await started();
      const path = `/api/admin/users/${colleague.id}/erase`;
      expect((await erase(server, zoe, path)).status).toBe(403);
      expect((await erase(server, boss, path)).status).toBe(200);
      expect((await erase(server, boss, path)).status).toBe(404);
    });

    test('another super admin to be there', async () => {
      const { server, boss } = await started();
      const answer = await erase(server, boss);
      expect([answer.status, (await answer.json()).code]).toEqual([422, 'last_super_admin']);
      await signedIn(server, { isSuperAdmin: true });
      expect((await erase(server, boss)).status).toBe(200);
    });
  });

  describe('certificates', () => {
    test('say that the holder was erased', async () => {
      const { server, zoe, ask } = await started();
      await erase(server, zoe);
      expect((await ask('/api/certificates/GW-AAAA-AAAA-AAAA')).body.learnerName).toBe('Holder erased');
      expect((await ask('/api/certificates/GW-BBBB-BBBB-BBBB')).body.learnerName).toBe('Cal');
      expect((await server.request('/api/certificates/GW-AAAA-AAAA-AAAA/pdf')).status).toBe(200);
    });

    test('keep the name for the term that the installation sets', async () => {
      const { server, zoe, ask } = await started({ ERASED_CERTIFICATES_MONTHS: '24' });
      const { certificates } = server.db.tables;
      await erase(server, zoe);
      const holder = async () => (await ask('/api/certificates/GW-AAAA-AAAA-AAAA')).body.learnerName;
      expect(await holder()).toBe(NAME);
      const [kept] = await server.db.select().from(certificates).where(isNotNull(certificates.nameKeptUntil));
      const end = kept?.nameKeptUntil ?? new Date(0);
      await eraseHolders(server.db, new Date(end.getTime() - 1));
      expect(await holder()).toBe(NAME);
      await eraseHolders(server.db, end);
      expect(await holder()).toBe('Holder erased');
    });
  });
});
