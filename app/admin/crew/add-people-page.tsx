// /admin/people/add: people without an email address (decision 360). Names are pasted or come from a file, and cards are printed at once.
import { CircleAlert, FileUp, IdCard, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { NewPeople, NewPeopleAnswer, NewPersonRow } from '#sync/contract/crew.ts';
import { dayOf } from '#sync/contract/due.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { failureMessage } from '../../api/messages.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Field, TextArea } from '../../ui/form/field.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { counted } from '../../ui/labels.ts';
import { membersPath, useGroups } from '../forms/use-organizations.ts';
import { readFile } from '../lists/read-file.ts';
import { type ChosenCourse, CourseChoice } from '../lists/searched-choices.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { Cards, useCards } from './cards.tsx';
import { type CrewPlace, crewPage } from './crew-place.tsx';
import { readNewPeople } from './read-new-people.ts';

const TYPING_PAUSE_MS = 500;
const peopleOf = server.enterprise.admin.organizations[':id'].people;
const peopleIn = (count: number) => counted(count, 'person', 'people');

export const AddPeoplePage = crewPage(function AddPeople({ organization, back }: CrewPlace) {
  const [text, setText] = useState('');
  const [group, setGroup] = useState('');
  const [course, setCourse] = useState<ChosenCourse>();
  const [dueOn, setDueOn] = useState('');
  const [fault, setFault] = useState<string>();
  const { made, make } = useCards(organization.id);
  const groups = useGroups(organization.id).data?.groups ?? [];
  const list = readNewPeople(text);
  const people = list.error === undefined ? list.people : [];
  const wanted: Omit<NewPeople, 'dryRun'> = {
    rows: people.map((row) => ({
      ...row,
      ...(course && !row.course && { course: String(course.id) }),
      ...(group && { groups: [...(row.groups ?? []), group] }),
    })),
    ...(course && dueOn && { dueOn }),
  };
  const checked = useChecked(organization.id, wanted);
  const { run, isRunning } = useApiMutation({
    send: () => call(peopleOf.$post({ ...byId(organization.id), json: { ...wanted, dryRun: false } })),
    errorToast: { title: 'No One Was Added', sentence: 'The people could not be added.' },
    invalidates: [
      membersPath(organization.id),
      pathOf(server.enterprise.admin.organizations[':id'].groups, byId(organization.id)),
    ],
  });
  const [added, setAdded] = useState<NewPeopleAnswer>();
  const add = async () => {
    const answer = await run();
    if (!answer) return;
    setAdded(answer);
    await make(answer.rows.flatMap(({ userId }) => userId ?? []));
  };
  const choose = async (file: File) => {
    const found = await readFile(file).catch(() => ({ error: 'The file could not be read.' }));
    setFault(found.error);
    if (found.error === undefined) setText(found.text);
  };
  if (added && made) {
    return (
      <AdminFrame title={`${peopleIn(added.added)} added`} back={back} whose={organization.name}>
        {added.waiting > 0 && (
          <p className="max-w-prose">
            {peopleIn(added.waiting)} of them are still being added. Follow it under the bell, then choose them in the
            list to print their cards.
          </p>
        )}
        <Cards made={made} wanted={added.added - added.waiting} organization={organization} back={back.to} />
      </AdminFrame>
    );
  }
  const count = checked.answer?.added ?? 0;
  const error = fault ?? list.error ?? checked.error;
  return (
    <AdminFrame
      title="Add people without email"
      back={back}
      whose={organization.name}
      description="They sign in with a card and choose a PIN."
    >
      <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
          <TextArea
            label="Names, one per line"
            rows={10}
            spellCheck={false}
            placeholder={'Amina Yılmaz\nCarlos Mendoza'}
            value={text}
            onChange={(event) => {
              setFault(undefined);
              setText(event.target.value);
            }}
            hint="Or a table with the columns name, number, group and course."
          />
          <FilePicker
            icon={FileUp}
            label="CSV file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            disabled={isRunning}
            onChoose={(file) => void choose(file)}
          >
            From a file
          </FilePicker>
          <Choice
            label="Group"
            value={group}
            options={[['', 'No group'], ...groups.map(({ name }) => [name, name] as const)]}
            onChange={setGroup}
          />
          <CourseChoice
            value={course}
            of={{ organizationId: organization.id, among: 'takable' }}
            none="No course"
            onChange={setCourse}
          />
          {course && (
            <Field
              label="Due"
              type="date"
              min={dayOf(new Date())}
              value={dueOn}
              onChange={(event) => setDueOn(event.target.value)}
            />
          )}
        </div>
        <section aria-label="The list" className="flex min-w-0 flex-col gap-4">
          {error && (
            <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
              {error}
            </p>
          )}
          {list.error === undefined && list.unread.length > 0 && (
            <p className="text-ink-soft">Not read: {list.unread.join(', ')}.</p>
          )}
          {people.length === 0 ? (
            <p className="rounded-lg border border-line border-dashed p-8 text-center text-ink-soft">
              Each person gets a sign-in name and a card with a code. You see them here before anyone is added.
            </p>
          ) : (
            <Preview answer={checked.answer} names={people.map(({ name }) => name)} />
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              size="big"
              icon={IdCard}
              disabled={isRunning || checked.isChecking || count === 0}
              onClick={() => void add()}
            >
              {isRunning ? 'Adding...' : `Add ${peopleIn(count)} and make cards`}
            </Button>
            <Button size="big" variant="secondary" to={back.to}>
              Cancel
            </Button>
            {checked.answer && checked.answer.refused > 0 && (
              <p className="text-danger-text">{counted(checked.answer.refused, 'row')} left out.</p>
            )}
            {checked.answer && checked.answer.newGroups.length > 0 && (
              <p className="text-ink-soft">Makes {checked.answer.newGroups.join(', ')}.</p>
            )}
          </div>
        </section>
      </div>
    </AdminFrame>
  );
});

/** What would become of the list, some time after the last change of it. */
function useChecked(organizationId: string, wanted: Omit<NewPeople, 'dryRun'>) {
  const [checked, setChecked] = useState<{ text: string; answer?: NewPeopleAnswer; error?: string }>();
  const text = JSON.stringify(wanted);
  useEffect(() => {
    const { rows } = JSON.parse(text) as typeof wanted;
    if (rows.length === 0) return;
    let isCurrent = true;
    const check = async () => {
      const json = { ...(JSON.parse(text) as typeof wanted), dryRun: true };
      const told = await call(peopleOf.$post({ ...byId(organizationId), json })).then(
        (answer) => ({ answer }),
        (failure: unknown) => ({ error: failureMessage(failure, 'The list could not be checked.') }),
      );
      if (isCurrent) setChecked({ text, ...told });
    };
    const timer = setTimeout(() => void check(), TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [organizationId, text]);
  const isFresh = checked?.text === text;
  return {
    answer: isFresh ? checked.answer : undefined,
    error: isFresh ? checked.error : undefined,
    isChecking: !isFresh,
  };
}

const SHOWN = 100;

function Preview({ answer, names }: { answer: NewPeopleAnswer | undefined; names: string[] }) {
  const rows: Partial<NewPersonRow>[] = answer?.rows ?? names.map((name) => ({ name }));
  // What is wrong comes first: it is to be corrected.
  const sorted = rows.toSorted((a, b) => Number(Boolean(b.reason)) - Number(Boolean(a.reason)));
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full text-start">
        <caption className="sr-only">{peopleIn(rows.length)}</caption>
        <thead className="bg-sunken text-ink-soft text-sm">
          <tr>
            <th className="px-4 py-2 text-start font-medium">Name</th>
            <th className="px-4 py-2 text-start font-medium">Sign-in name</th>
            <th className="px-4 py-2 text-start font-medium">Check</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sorted.slice(0, SHOWN).map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
            <tr key={n}>
              <td dir="auto" className="wrap-anywhere px-4 py-2 font-semibold">
                {row.name || '–'}
              </td>
              <td className="wrap-anywhere px-4 py-2">{row.signInName ?? '–'}</td>
              <td className="px-4 py-2 text-sm">
                <Check row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && (
        <p className="border-line border-t px-4 py-2 text-ink-soft text-sm">
          {(rows.length - SHOWN).toLocaleString('en')} more
        </p>
      )}
    </div>
  );
}

function Check({ row: { reason, isNamesake, signInName } }: { row: Partial<NewPersonRow> }) {
  if (reason) {
    return (
      <span className="flex gap-1.5 text-danger-text">
        <CircleAlert aria-hidden className="size-5 shrink-0" />
        {reason}
      </span>
    );
  }
  if (isNamesake) {
    return (
      <span className="flex gap-1.5 text-warn-text">
        <Users aria-hidden className="size-5 shrink-0" />
        Someone here has the same name
      </span>
    );
  }
  return signInName ? 'New' : 'Checking...';
}
