// What administration tells of its emails, over a real server without a mail server.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { screen, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { OwnInvitationsPage, OwnPeoplePage } from '#app/admin/people/organization-page.tsx';
import { PersonPage } from '#app/admin/person-page.tsx';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { closed, dialogOf, fill, openScreen, openServer, press, says } from '#tests/fixtures/served-screen.tsx';

const banner = async () => within(await screen.findByRole('region', { name: 'Emails' }));
const INVITATIONS = '/admin/invitations';
const openInvitations = (search = '') => openScreen(`${INVITATIONS}${search}`, INVITATIONS, <OwnInvitationsPage />);

test('[M7, Z6] an invitation says beforehand that its email waits, then that it does, and a refused address can be fixed', async () => {
  const { db } = await openServer();
  await openInvitations('?invite=one');
  await screen.findByText(/No mail server is set up, so emails wait.* Leave this empty for a link/);
  await fill('Email (optional)', 'gest@test.example');
  await press('Send Invitation');
  await says('Invitation Waiting', 'gest@test.example: No mail server is set up, so emails wait');
  await screen.findByText('Email waiting');
  const shown = await banner();
  await shown.findByText('No mail server is set up: emails wait (1)');
  expect(shown.getByRole('link', { name: /See the emails/ }).getAttribute('href')).toBe('/dev/mail');
  expect(shown.queryByText(/SMTP_URL/), 'who cannot set it is not told of it').toBeNull();
  await db.update(db.tables.mailOutbox).set({ failedAt: new Date(), lastError: '550 No such user' });
  await openInvitations();
  await screen.findByText('Could not be delivered');
  await screen.findByText('550 No such user');
  await press('Fix the address to gest@test.example');
  const dialog = await dialogOf('Fix the address');
  await fill('Email', 'guest');
  await press('Send again', dialog);
  await says('This is not an email address.');
  await fill('Email', 'guest@test.example');
  await press('Send again', dialog);
  await closed();
  await screen.findByText('guest@test.example');
  await screen.findByText('Email waiting');
});

test('[M5] a reminder waits in the list and on the page of the person until it has left', async () => {
  const { db, plant, home } = await openServer();
  const mia = await plant.person({ fullName: 'Mia', nameKey: 'mia', organizationId: home });
  const courseId = await plant.course({ organizationId: home, title: 'Roofs' });
  const dueOn = addDays(dayOf(new Date()), -3);
  await db.insert(db.tables.courseProgress).values({ userId: mia, courseId, isAssigned: true, dueOn });
  const openPeople = () => openScreen('/admin/people?standing=overdue', '/admin/people', <OwnPeoplePage />);
  const openPerson = () => openScreen(`/admin/people/${mia}?act=remind`, '/admin/people/:userId', <PersonPage />);
  const { profiles } = db.tables;
  await db.update(profiles).set({ isSample: true }).where(eq(profiles.id, mia));
  await openPerson();
  await screen.findByText('1 person can be reminded. No email is sent to sample people.');
  expect(screen.queryByText(/emails wait/)).toBeNull();
  await db.update(profiles).set({ isSample: false }).where(eq(profiles.id, mia));
  await openPerson();
  await screen.findByText('No mail server is set up, so emails wait, for a day at most.');
  await press('Send 1 reminder');
  await says('Waiting to be sent');
  expect((await screen.findAllByText('Email waiting')).length).toBeGreaterThan(0);
  await openPeople();
  await screen.findByText('Email waiting');
  await db.update(db.tables.mailOutbox).set({ sentAt: new Date() });
  await openPeople();
  await screen.findByText(/^Emailed \d/);
});
