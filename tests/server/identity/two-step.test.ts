// The second step of a sign-in, driven by the stock client: what waits for it, and how a lost phone is got over (decisions 140 to 142).
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { actorOf } from '#server/identity/hosted.ts';
import { codeAt, enroll, sendCode } from '#tests/fixtures/authenticator.ts';
import { inBothArrangements } from '#tests/fixtures/hosted.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { EMAIL, type Rights, worldOf } from './two-step-world.ts';

inBothArrangements('[A8] two-step sign-in', (arrange, kind) => {
  test('is set up, used and turned off by the stock client', async () => {
    const { now, pass, signIn } = await worldOf(arrange);
    const [auth, other] = [await signIn(), await signIn()];
    const { factorId, secret, qr_code, uri } = await enroll(auth);
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(uri).toContain(`secret=${secret}`);
    const listed = async () => {
      const { data } = await auth.mfa.listFactors();
      return [data?.all.map(({ status }) => status), data?.totp.length];
    };
    expect(await listed()).toEqual([['unverified'], 0]);
    expect(await sendCode(auth, factorId, codeAt(secret, now()))).toBe('taken');
    expect(await listed()).toEqual([['verified'], 1]);

    const level = async (of: typeof auth) => {
      const { data } = await of.mfa.getAuthenticatorAssuranceLevel();
      return [
        data?.currentLevel,
        data?.nextLevel,
        data?.currentAuthenticationMethods.map((one) => (one as { method: string }).method),
      ];
    };
    expect(await level(auth)).toEqual(['aal2', 'aal2', ['totp', 'password']]);
    expect((await auth.refreshSession()).error).toBeNull();
    expect(await level(auth)).toEqual(['aal2', 'aal2', ['totp', 'password']]);
    // The other session had no second step.
    expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found');

    const again = await signIn();
    expect(await level(again)).toEqual(['aal1', 'aal2', ['password']]);
    expect((await again.mfa.unenroll({ factorId })).error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    expect((await again.mfa.enroll({ factorType: 'totp', friendlyName: 'Two' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    pass(30);
    expect(await sendCode(again, factorId, codeAt(secret, now()))).toBe('taken');
    expect((await again.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    expect(await listed()).toEqual([[], 0]);
    await again.refreshSession();
    expect(await level(again)).toEqual(['aal1', 'aal1', ['password']]);
  });

  test('password and email change only after the second step', async () => {
    const { signIn, setUp, withSecondStep } = await worldOf(arrange);
    const { secret, factorId } = await setUp();
    const auth = await signIn();
    const change = async (attributes: object, of = auth) => {
      const { error } = await of.updateUser(attributes);
      return error ? `${error.status} ${error.code}` : 'changed';
    };
    expect(await change({ password: 'better horse' })).toBe('401 insufficient_aal');
    expect(await change({ email: 'new@test.example' })).toBe('401 insufficient_aal');
    expect(await change({ data: { color: 'red' } })).toBe('changed');
    expect(await change({ password: 'better horse' }, await withSecondStep(secret, factorId))).toBe('changed');
  });

  test('admin rights of an account with an authenticator wait for the code, and own work does not', async () => {
    const { server, ask, pass, setUp, signIn, withSecondStep } = await worldOf(arrange, {
      rights: { isSuperAdmin: true },
    });
    expect((await ask(await signIn(), 'GET /api/admin/stats')).status).toBe(200);
    const { auth, secret, factorId } = await setUp();
    expect((await ask(auth, 'GET /api/admin/stats')).status).toBe(200);
    pass(61);
    const early = await signIn();
    expect(await ask(early, 'GET /api/admin/stats')).toMatchObject({
      status: 403,
      body: { code: 'two_step_required' },
    });
    expect((await ask(early, 'GET /api/auth/two-step')).body).toMatchObject({ isAsked: true, isRequired: false });
    expect((await ask(early, 'POST /api/account/erase')).body.code).toBe('two_step_required');
    // A draft: only an admin may see it, and what they did in it is still theirs.
    const plant = planter(server.db);
    const lessonId = await plant.lesson(await plant.course({ isPublished: false }));
    expect((await ask(early, `GET /api/lessons/${lessonId}`)).status).toBe(404);
    expect((await ask(early, 'POST /api/progress/unit', { lessonId, status: 'completed' })).status).toBe(200);
    // Its result would name the correct answers of the draft.
    const quiz = await plant.question(lessonId, [true, false]);
    const answers = { answers: { [quiz.id]: String(quiz.answers[0]) } };
    const submit = `POST /api/lessons/${lessonId}/quiz/submit`;
    expect(await ask(early, submit, answers)).toMatchObject({ status: 404, body: { code: 'lesson_not_found' } });
    const operation = { kind: 'quiz', opId: randomUUID(), lessonId, body: answers };
    expect((await ask(early, 'POST /api/sync', { operations: [operation] })).body.results[0].status).toBe(404);
    const late = await withSecondStep(secret, factorId);
    expect((await ask(late, submit, answers)).status).toBe(200);
    expect((await ask(late, 'POST /api/sync', { operations: [operation] })).body.results[0].status).toBe(200);
    expect((await ask(late, 'GET /api/admin/stats')).status).toBe(200);
    expect((await ask(late, `GET /api/lessons/${lessonId}`)).status).toBe(200);
    expect((await ask(late, 'GET /api/auth/two-step')).body).toMatchObject({ isAsked: false });
  });

  test('TWO_STEP keeps an admin without an authenticator from their rights until it is set up', async () => {
    const { ask, setUp, signIn } = await worldOf(arrange, {
      rights: { isSuperAdmin: true },
      variables: { TWO_STEP: 'super_admins' },
    });
    const auth = await signIn();
    expect((await ask(auth, 'GET /api/admin/stats')).body.code).toBe('two_step_required');
    expect((await ask(auth, 'GET /api/auth/two-step')).body).toMatchObject({ isAsked: true, isRequired: true });
    expect((await ask(auth, 'GET /api/auth/profile')).body).toMatchObject({ is_super_admin: true, must_step_up: true });
    expect((await ask((await setUp()).auth, 'GET /api/admin/stats')).status).toBe(200);
  });

  test('a recovery code lets a person in once, by removing the lost authenticator', async () => {
    const { ask, acts, mails, setUp, signIn } = await worldOf(arrange, { rights: { isSuperAdmin: true } });
    const { auth } = await setUp();
    const { codes } = (await ask(auth, 'POST /api/auth/recovery-codes')).body;
    expect(codes).toHaveLength(10);
    const lost = await signIn();
    expect((await ask(lost, 'POST /api/auth/recovery-codes')).body.code).toBe('two_step_required');
    const use = (code: string) => ask(lost, 'POST /api/auth/recovery-codes/use', { code });
    expect((await use('aaaa-bbbb-cccc')).body).toMatchObject({ code: 'recovery_code_wrong', field: 'code' });
    expect((await ask(lost, 'GET /api/admin/stats')).status).toBe(403);
    expect((await use(` ${codes[3].replaceAll('-', ' ').toUpperCase()} `)).status).toBe(200);
    expect((await lost.mfa.listFactors()).data?.all).toEqual([]);
    expect((await use(codes[3])).body.code).toBe('recovery_code_wrong');
    expect((await ask(lost, 'GET /api/auth/two-step')).body.recoveryCodesLeft).toBe(9);
    expect(await acts()).toEqual(expect.arrayContaining(['account.two_step_recovered', 'account.two_step_failed']));
    expect((await mails()).filter((one) => one === 'two_step_off')).toHaveLength(1);
  });

  test('a new authenticator ends the codes of before', async () => {
    const { ask, acts, pass, setUp, signIn } = await worldOf(arrange);
    const { codes } = (await ask((await setUp()).auth, 'POST /api/auth/recovery-codes')).body;
    const use = async (code: string) =>
      (await ask(await signIn(), 'POST /api/auth/recovery-codes/use', { code })).body.code ?? 'taken';
    expect(await use(codes[0])).toBe('taken');
    // A project's clock may differ from ours by minutes.
    if (kind === 'hosted') pass(301);
    const { auth } = await setUp();
    expect(await use(codes[1])).toBe('recovery_code_wrong');
    expect((await auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await acts()).filter((act) => act === 'account.two_step_recovered')).toHaveLength(1);
    if (kind === 'embedded') expect((await ask(auth, 'GET /api/auth/two-step')).body.recoveryCodesLeft).toBe(0);
    const fresh = (await ask(auth, 'POST /api/auth/recovery-codes')).body.codes;
    expect(await use(fresh[0])).toBe('taken');
  });

  test('rights come back soon after the authenticator was removed', async () => {
    const { ask, pass, setUp, signIn } = await worldOf(arrange, { rights: { isSuperAdmin: true } });
    const { codes } = (await ask((await setUp()).auth, 'POST /api/auth/recovery-codes')).body;
    const lost = await signIn();
    expect((await ask(lost, 'GET /api/admin/stats')).status).toBe(403);
    await ask(lost, 'POST /api/auth/recovery-codes/use', { code: codes[0] });
    pass(3);
    expect((await ask(lost, 'GET /api/admin/stats')).status).toBe(200);
  });

  test('new recovery codes replace the old ones', async () => {
    const { ask, setUp } = await worldOf(arrange);
    const { auth } = await setUp();
    const [old, fresh] = [
      await ask(auth, 'POST /api/auth/recovery-codes'),
      await ask(auth, 'POST /api/auth/recovery-codes'),
    ];
    const use = async (code: string) => (await ask(auth, 'POST /api/auth/recovery-codes/use', { code })).status;
    expect([await use(old.body.codes[0]), await use(fresh.body.codes[0])]).toEqual([422, 200]);
  });

  test('wrong recovery codes wait longer and longer, and new ones are not made without end', async () => {
    const { ask, setUp } = await worldOf(arrange, { variables: { RATE_LIMIT_FACTOR: '1' } });
    const { auth } = await setUp();
    const { codes } = (await ask(auth, 'POST /api/auth/recovery-codes')).body;
    const use = async (code: string) => (await ask(auth, 'POST /api/auth/recovery-codes/use', { code })).status;
    for (let tries = 0; tries < 5; tries += 1) expect(await use('aaaa-bbbb-cccc')).toBe(422);
    expect(await use(codes[0])).toBe(429);
    const make = async () => (await ask(auth, 'POST /api/auth/recovery-codes')).status;
    for (let made = 1; made < 5; made += 1) expect(await make()).toBe(201);
    expect(await make()).toBe(429);
  });

  test('a super admin removes what somebody has lost, who is told', async () => {
    const { server, userId, ask, acts, mails, setUp, signIn } = await worldOf(arrange, {
      rights: { isSuperAdmin: true },
    });
    const { auth } = await setUp();
    const remove = () => ask(auth, `POST /api/admin/users/${userId}/remove-two-step`);
    const removed = 'Their two-step sign-in was removed. They were told by email.';
    expect((await remove()).body.message).toBe(removed);
    expect((await remove()).body.message).toBe('This person has no two-step sign-in.');
    const { recoveryCodes } = server.db.tables;
    await server.db.insert(recoveryCodes).values({ userId, codeHash: 'left', createdAt: new Date() });
    expect((await remove()).body.message).toBe(removed);
    expect(await server.db.select().from(recoveryCodes)).toEqual([]);
    const lost = await signIn();
    expect((await lost.mfa.listFactors()).data?.all).toEqual([]);
    expect(await acts()).toContain('account.two_step_removed');
    expect(await mails()).toContain('two_step_off');
    const nobody = `POST /api/admin/users/${crypto.randomUUID()}/remove-two-step`;
    expect((await ask(lost, nobody)).body.code).toBe('user_not_found');
    expect(server.logged.join('')).not.toContain('otpauth');
  });

  if (kind === 'hosted') {
    test('without the secret key of the project nothing can be recovered, and the answer says so', async () => {
      const { ask, setUp } = await worldOf(arrange, { secretKey: false });
      const { auth } = await setUp();
      expect((await ask(auth, 'GET /api/auth/two-step')).body.canRecover).toBe(false);
      expect((await ask(auth, 'POST /api/auth/recovery-codes')).body.code).toBe('two_step_not_configured');
    });
  }
});

describe('the second step is asked of', () => {
  const person = { id: 'id', email: EMAIL, organizationId: 'org', isOrgAdmin: false, isSuperAdmin: false };
  const asks = (twoStep: 'off' | 'super_admins' | 'admins', rights: Rights, more: object = {}) =>
    actorOf({ ...person, ...rights }, { twoStep, hasFactor: false, isSecondStepTaken: false, isSync: false, ...more });
  test.each([
    ['off', { isSuperAdmin: true }, {}, false],
    ['off', { isSuperAdmin: true }, { hasFactor: true }, true],
    ['off', {}, { hasFactor: true }, true],
    ['super_admins', { isSuperAdmin: true }, {}, true],
    ['super_admins', { isSuperAdmin: true }, { isSecondStepTaken: true }, false],
    ['super_admins', { isOrgAdmin: true }, {}, false],
    ['admins', { isOrgAdmin: true }, {}, true],
    ['admins', { isSuperAdmin: true }, {}, true],
    ['admins', {}, {}, false],
  ] as const)('TWO_STEP=%s, %o, %o: %s', (twoStep, rights, more, isAsked) => {
    const actor = asks(twoStep, rights, more);
    expect(actor.mustStepUp).toBe(isAsked);
    expect(actor.isOrgAdmin || actor.isSuperAdmin).toBe(!isAsked && Object.keys(rights).length > 0);
    const sent = asks(twoStep, rights, { ...more, isSync: true });
    expect([sent.isOrgAdmin || sent.isSuperAdmin, sent.mustStepUp]).toEqual([Object.keys(rights).length > 0, isAsked]);
  });
});
