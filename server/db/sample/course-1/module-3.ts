import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 9,
    title: 'Find Your Next Order',
    description: 'Read the order list, filter it, and accept a job in time.',
    clip: 'find-your-next-order',
    body: `After this video you can find the right order in a long list and accept it before it goes to someone else.

## Read the list

Each row shows the address, the due date, the distance and a status.

| Status | What it asks of you |
|---|---|
| New | Accept or decline within 4 hours |
| Accepted | Call the contact and set a time |
| Scheduled | Prepare and go |
| On site | Scan and collect |
| In review | Wait, answer questions |
| Returned | Correct it within 2 working days |
| Closed | Nothing |

## Find one quickly

1. Open **Orders**.
2. Tap **Filter** and choose **New**.
3. Sort by **Due date** first, then look at the distance.
4. Or type the last four digits of the order number.

## Accept it

1. Open the order and read it to the end.
2. Tap **Accept**. The status changes at once.
3. If you have no signal, the app sends your answer later. The 4 hours do not wait for you, so accept where you have signal.

**Watch out:** a declined order goes to another inspector at once. You cannot take it back. If you only need another day, accept it and plan the visit first.`,
  },
  {
    orderIndex: 10,
    title: 'Read an Order Before You Accept',
    description: 'Seven lines that decide whether you can do the job.',
    minutes: 4,
    body: `After this lesson you can judge in three minutes whether you can do an order well and on time.

## Read these seven lines

1. **Address and unit.** Is there a flat number?
2. **Type.** Scan only, report only, or both?
3. **Size.** Floor area and number of floors.
4. **Due date.** It means the finished report, not the visit.
5. **Contact.** Name, phone number, language.
6. **Access.** Keys, codes, parking, pets, tenants.
7. **Special rules.** Area standard, extra rooms, rooms to leave out.

## Work out the time

Plan 10 minutes of scanning for each 50 m², 45 minutes for photos and data, and 15 minutes spare.

| Size | Scan | Photos and data | Spare | Total |
|---|---|---|---|---|
| 50 m² | 10 | 45 | 15 | 70 minutes |
| 100 m² | 20 | 45 | 15 | 80 minutes |
| 200 m² | 40 | 45 | 15 | 100 minutes |

Add travel and one hour of editing at the desk.

## Decline when

- you know the owner or have an interest in the property
- the due date cannot be met
- the order needs a licence that you do not hold

**Watch out:** give the true reason when you decline. It helps the office to choose the next person.`,
  },
  {
    orderIndex: 11,
    title: 'Call the Contact and Plan the Visit',
    description: 'One call that prevents most failed visits.',
    minutes: 5,
    body: `After this lesson you can make one short call that prevents a failed visit.

## When to call

- First call: on the day you accept.
- Second call or message: **24 hours before** the visit.
- No answer: try three times, at different times of day, over two days. Record each try in the order. Then tell the office.

## What to say

1. Your name, your company, the order number.
2. Why you come and how long it takes.
3. "An adult must be there, or give me the keys."
4. "Please open all rooms, the attic and the cellar."
5. "Please switch on the electricity and all lights."
6. "Where can I park? Are there pets?"

## Put it in the app

1. Open the order and tap **Schedule**.
2. Enter date, start time and length.
3. Write access facts in **Visit notes**: "Key with neighbour, flat 3".

## Plan the day

- Put the largest house first, when you and the batteries are fresh.
- Leave 30 minutes between two visits.
- Plan dark buildings for daylight hours.

**Watch out:** never write a door code or an alarm code in a note that is printed. Use the field **Access code**. Only you and the office can see it.`,
  },
  {
    orderIndex: 12,
    title: 'Reschedule, Cancel or Close an Order',
    description: 'What to record when a visit does not go as planned.',
    minutes: 4,
    body: `After this lesson you can end any visit in the right way, even one that failed.

## Choose the right button

| What happened | What you tap |
|---|---|
| Contact asks for another day | Reschedule |
| Nobody opens the door | No access |
| Place is not safe | Stop visit, reason Safety |
| Client no longer wants it | Nothing: the office cancels |
| All is done and submitted | Nothing: the reviewer closes |

## Nobody opens the door

1. Ring, knock and phone the contact.
2. Wait **15 minutes** from the agreed time.
3. Take one photo of the front with the house number.
4. Tap **No access** and write what you tried: "Rang 10:00, phoned 10:05 and 10:12, left 10:15".
5. Do not enter through an open door or a garden gate.

## Reschedule

1. Agree on a new time with the contact first.
2. Check that it still leaves **one full day** before the due date.
3. If not, ask the office for a new due date before you tap **Reschedule**.

**Watch out:** a partly finished visit is not lost. Keep the order open. Your scan segments stay with it, and you can add new ones on the second visit.`,
  },
  {
    orderIndex: 13,
    title: 'Quiz: Working With Orders',
    description: 'Three questions on accepting, planning and ending an order.',
    minutes: 3,
    body: `Three questions on module 3. Think of a real visit when you answer.`,
    questions: [
      {
        text: 'How long should you plan on site for a house of 150 m²?',
        type: 'single_choice',
        explanation:
          'Scanning takes 10 minutes for each 50 m², so 30 minutes. With 45 minutes for photos and data and 15 minutes spare you reach 90.',
        answers: [
          { text: '45 minutes' },
          { text: '60 minutes' },
          { text: '90 minutes', isCorrect: true },
          { text: '150 minutes' },
        ],
      },
      {
        text: 'Nobody opens at the agreed time. Which steps are right?',
        type: 'multiple_choice',
        explanation:
          'Phone, wait 15 minutes and prove your visit with a photo. You never enter without the contact, even if a gate is open.',
        answers: [
          { text: 'Phone the contact', isCorrect: true },
          { text: 'Start outside through the open garden gate' },
          { text: 'Wait 15 minutes from the agreed time', isCorrect: true },
          { text: 'Take a photo of the front with the house number', isCorrect: true },
        ],
      },
      {
        text: 'The due date of an order is the last day for the finished report, not for the visit.',
        type: 'true_false',
        explanation: 'It means the finished report. The visit must be early enough to leave time for editing.',
        answers: [{ text: 'True', isCorrect: true }, { text: 'False' }],
      },
    ],
  },
];
