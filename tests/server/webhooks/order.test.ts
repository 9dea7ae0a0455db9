// In which order a receiver hears of things, what it hears when they change later, and when it is given up.
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { announce } from '#server/events.ts';
import { outcomeOf } from '#server/http/responses.ts';
import { nextMessageId } from '#server/integrations/webhooks/write-messages.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startReceiver, verified } from '#tests/fixtures/receiver.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { beginOn, HOUR_MS } from './world.ts';

onEveryEngine('a webhook', (openDb) => {
  const begin = beginOn(startOn(openDb));

  test('tells of a completion before its certificate, for 24 people who complete a course at once', async () => {
    const { server, lessonId, made, member, deliver } = await begin();
    const receiver = await startReceiver();
    const { secret } = await made(receiver.url);
    const people = await Promise.all(Array.from({ length: 24 }, member));
    const done = { lessonId, status: 'completed' };
    await Promise.all(people.map(({ headers }) => server.send('POST', '/api/progress/unit', done, headers)));
    await deliver();
    const told = receiver.received.map((one) => verified(one, secret));
    expect(told).toHaveLength(72);
    for (const { id } of people)
      expect(told.filter(({ data }) => data.userId === id).map(({ type }) => type)).toEqual([
        'course.enrolled',
        'course.completed',
        'course.certified',
      ]);
  });

  test('holds back what came later of a person while an earlier message waits, and of nobody else', async () => {
    const { server, courseId, lessonId, made, member, enroll, deliver, pass } = await begin();
    const receiver = await startReceiver({ answers: [500, 204] });
    const { secret } = await made(receiver.url);
    const [mia, noah] = [await member(), await member()];
    await enroll(mia.id);
    await deliver();
    await server.send('POST', '/api/progress/unit', { lessonId, status: 'completed' }, mia.headers);
    await enroll(noah.id);
    await deliver();
    const told = () => receiver.received.slice(1).map((one) => verified(one, secret));
    expect(told().map(({ data }) => data.userId)).toEqual([noah.id]);
    pass(5000);
    await deliver();
    const ofMia = told().filter(({ data }) => data.userId === mia.id);
    expect(ofMia.map(({ type }) => type)).toEqual(['course.enrolled', 'course.completed', 'course.certified']);
    expect(ofMia.every(({ data }) => data.courseId === courseId)).toBe(true);
  });

  test('tells of a due date that changes, an enrollment that ends, and a certificate that is extended, reissued and revoked', async () => {
    const { server, admin, courseId, lessonId, made, member, enroll, deliver } = await begin();
    const receiver = await startReceiver();
    const { secret } = await made(receiver.url);
    const [mia, noah] = [await member(), await member()];
    await enroll(noah.id, { dueInDays: 7 });
    await enroll(noah.id, { dueInDays: 9 });
    const path = `/api/admin/courses/${courseId}/enrollments/${noah.id}`;
    expect((await server.send('DELETE', path, undefined, admin.headers)).status).toBe(200);
    await server.send('POST', '/api/progress/unit', { lessonId, status: 'completed' }, mia.headers);
    const { certificates } = server.db.tables;
    const [issued] = await server.db.select().from(certificates).where(eq(certificates.userId, mia.id));
    const change = async (serial: string, body: object) => {
      const answer = await server.send('POST', `/api/admin/certificates/${serial}`, body, admin.headers);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { serial: string }).serial;
    };
    const serial = issued?.serial ?? '';
    await change(serial, { act: 'extend', validUntil: '2099-01-31', reason: 'Longer' });
    const fresh = await change(serial, { act: 'reissue', reason: 'New name' });
    await change(fresh, { act: 'revoke', reason: 'Mistake' });
    await deliver();
    const told = receiver.received.map((one) => verified(one, secret));
    const of = (id: string) => told.filter(({ data }) => data.userId === id);
    expect(of(noah.id).map(({ type }) => type)).toEqual([
      'course.enrolled',
      'course.due_date_changed',
      'course.unenrolled',
    ]);
    expect(of(noah.id)[1]?.data.dueOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(
      of(mia.id)
        .slice(2)
        .map(({ type, data }) => [type, data.serial]),
    ).toEqual([
      ['course.certified', serial],
      ['certificate.extended', serial],
      ['certificate.revoked', serial],
      ['course.certified', fresh],
      ['certificate.revoked', fresh],
    ]);
    expect(of(mia.id)[3]?.data.validUntil).toBe('2099-01-31');
  });

  const failFor = async (days: number, { takes = false } = {}) => {
    const world = await begin();
    const { server, courseId, made, member, deliver, pass, now } = world;
    const receiver = await startReceiver({ answers: [503] });
    await made(receiver.url);
    for (let hours = 0; hours < days * 24; hours += 1) {
      if (hours % 24 === 0) {
        const event = { type: 'course.enrolled' as const, courseId, at: now() };
        const people = [{ userId: (await member()).id, key: hours }];
        await server.db.transact((tx) => announce(tx, { ...event, people }));
      }
      receiver.answerWith(takes && hours % 48 === 0 ? 204 : 503);
      await deliver();
      pass(HOUR_MS);
    }
    const { webhooks, mailOutbox, auditLog } = server.db.tables;
    const [stored] = await server.db.select().from(webhooks);
    const mails = await server.db.select().from(mailOutbox).where(eq(mailOutbox.kind, 'webhook_paused'));
    const paused = await server.db.select().from(auditLog).where(eq(auditLog.action, 'webhook.paused'));
    return { host: new URL(receiver.url).host, isActive: stored?.isActive, mails, paused };
  };

  test('whose receiver takes nothing for three days is paused, and the admins are told once', async () => {
    const { host, isActive, mails, paused } = await failFor(5);
    expect(isActive).toBe(false);
    expect(paused.map(({ details }) => details)).toEqual([{ host, because: 'failures' }]);
    expect(mails.map(({ subject }) => subject)).toContain(`A webhook is paused: ${host}`);
    expect(new Set(mails.map(({ toAddress }) => toAddress)).size).toBe(mails.length);
  });

  test('whose receiver fails for two days, or takes something now and then, stays', async () => {
    expect((await failFor(2)).isActive).toBe(true);
    // The message of the second day is given up, and on the sixth another one.
    expect((await failFor(7, { takes: true })).isActive).toBe(true);
  });
});

describe('the id of a message', () => {
  test('sorts behind all before it, within a millisecond too, and is a UUID of version 7', () => {
    const ids = Array.from({ length: 20_000 }, nextMessageId);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids.slice(0, 100))
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('what was in the way of an answer', () => {
  test.each([
    [new DOMException('The operation was aborted', 'TimeoutError'), 'No answer within 10 seconds.'],
    [
      Object.assign(
        new Error(
          'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
        ),
        { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      ),
      'The certificate is not trusted.',
    ],
    [
      Object.assign(new Error('unable to verify'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
      'The certificate is not trusted.',
    ],
    [Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }), 'The certificate has expired.'],
    [
      Object.assign(new Error('altnames'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
      'The certificate is for another address.',
    ],
    [
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' }),
      }),
      'The connection was refused.',
    ],
    [
      Object.assign(new Error('getaddrinfo ENOTFOUND hr.example.com'), { code: 'ENOTFOUND' }),
      'No server is known by this name.',
    ],
    [
      Object.assign(new Error('getaddrinfo EAI_AGAIN hr.example.com'), { code: 'EAI_AGAIN' }),
      'No server is known by this name.',
    ],
  ])('%s', (error, words) => {
    expect(outcomeOf(error as Error, 10_000)).toBe(words);
  });
});
