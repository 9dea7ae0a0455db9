import { ChevronRight } from 'lucide-react';
import { initials } from '#sync/contract/profile.ts';
import { paths } from '../paths.ts';
import { useNavigate } from '../router.ts';
import { Avatar } from '../ui/avatar.tsx';
import { type PersonHere, switchPerson, unsentWords, usePeopleHere } from '../use-people-here.ts';

/** The people of this device: who is still signed in goes on with one tap, the others' address is filled in. */
export function PeopleHere({ onEmail }: { onEmail: (email: string) => void }) {
  const navigate = useNavigate();
  const people = usePeopleHere();
  if (people.length === 0) return null;
  const goOn = async ({ userId, email, isSignedIn }: PersonHere) => {
    if (!isSignedIn) return onEmail(email);
    await switchPerson(userId);
    void navigate(paths.home(), { replace: true });
  };
  return (
    <section aria-labelledby="people-here" className="border-line border-b pb-5">
      <h2 id="people-here" className="mb-2 font-medium">
        On this device
      </h2>
      <ul className="flex flex-col gap-2">
        {people.map((person) => (
          <li key={person.userId}>
            <button
              type="button"
              onClick={() => void goOn(person)}
              className="flex min-h-action w-full items-center gap-3 rounded-md border border-line px-3 py-2 text-left hover:bg-sunken"
            >
              <Avatar letters={initials(person.name)} />
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">{person.name}</span>
                <span className="block truncate text-ink-soft text-sm">
                  {[person.isSignedIn ? 'Signed in here' : 'Signed out', unsentWords(person)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
