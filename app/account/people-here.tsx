import { useState } from 'react';
import { paths } from '../paths.ts';
import { useNavigate } from '../router.ts';
import { type PersonHere, switchPerson, usePeopleHere } from '../use-people-here.ts';
import { PersonRow } from './person-row.tsx';
import { PinForm } from './pin-form.tsx';

/** The people of this device: who is still signed in goes on with one tap or a PIN, the others' address is filled in. */
export function PeopleHere({ onEmail }: { onEmail: (email: string) => void }) {
  const navigate = useNavigate();
  const people = usePeopleHere();
  const [asked, setAsked] = useState<PersonHere>();
  if (people.length === 0) return null;
  const goOn = async ({ userId }: PersonHere) => {
    await switchPerson(userId);
    void navigate(paths.home(), { replace: true });
  };
  const choose = (person: PersonHere) => {
    if (!person.isSignedIn) return onEmail(person.email);
    if (person.pin) return setAsked(person);
    void goOn(person);
  };
  const byPassword = ({ email }: PersonHere) => {
    setAsked(undefined);
    onEmail(email);
  };
  return (
    <section aria-labelledby="people-here" className="border-line border-b pb-5">
      <h2 id="people-here" className="mb-2 font-medium">
        On this device
      </h2>
      {asked ? (
        <PinForm
          person={asked}
          onRight={() => void goOn(asked)}
          onPassword={() => byPassword(asked)}
          onBack={() => setAsked(undefined)}
        />
      ) : (
        <ul className="flex flex-col gap-2">
          {people.map((person) => (
            <li key={person.userId}>
              <PersonRow person={person} signedIn="Signed in here" onChoose={() => choose(person)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
