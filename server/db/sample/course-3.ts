import type { SampleCourse, SampleQuestion } from './shape.ts';

const questions: SampleQuestion[] = [
  {
    text: 'An order pays 180. Travel and other costs are 30. It takes 3 hours in all. Your target is 55 an hour. What do you do?',
    type: 'single_choice',
    explanation: '180 less 30 is 150, and 150 through 3 hours is 50 an hour. That is below the target of 55.',
    answers: [
      { text: 'Accept: it pays 60 an hour' },
      { text: 'Accept: any order helps to pay the fixed costs' },
      { text: 'Ask for 195 or decline: it pays 50 an hour', isCorrect: true },
      { text: 'Accept, and leave out the photos outside' },
    ],
  },
  {
    text: 'Which facts belong in a quote that nobody can misread?',
    type: 'multiple_choice',
    explanation:
      'Scope, price and date make a quote. What a later buyer will think of the house is not yours to promise.',
    answers: [
      { text: 'What is not included', isCorrect: true },
      { text: 'The day on which the report arrives', isCorrect: true },
      { text: 'A promise that the report helps the sale' },
      { text: 'How long the quote is valid', isCorrect: true },
    ],
  },
  {
    text: 'A satisfied client should hear from you within two working days after the report, even when there is no question open.',
    type: 'true_false',
    explanation: 'The short call finds misunderstandings early, and it is the best moment to ask for the next order.',
    answers: [{ text: 'True', isCorrect: true }, { text: 'False' }],
  },
];

export const course: SampleCourse = {
  id: 3,
  title: 'Growing an Inspection Business',
  description:
    'For inspectors who work on their own account or lead a small team: know what an hour costs you, price a job, choose orders that pay, fill the week without long drives, and turn one client into the next.',
  category: 'business',
  level: 'intermediate',
  visibility: 'organization',
  price: 4900,
  durationMinutes: 32,
  instructorName: 'Daniel Brandt',
  objectives: [
    'Calculate the cost of one working hour from your own figures',
    'Write a quote with a clear scope, price and date',
    'Choose orders by what an hour of them pays',
    'Plan a week with short drives and time in reserve',
    'Win repeat orders with a fixed follow-up',
  ],
  prerequisites: ['At least ten finished inspections', 'Your costs and orders of the last three months'],
  modules: [],
  lessons: [
    {
      orderIndex: 1,
      title: 'See the Field as a Business',
      description: 'The same four jobs, seen with the eyes of the person who pays the bills.',
      clip: 'welcome-to-the-field',
      body: `After this video you can name what each step of an order costs and which step earns the next one.

## The same order, seen twice

| Step | The inspector asks | The owner asks |
|---|---|---|
| Prepare | Do I have all I need? | How many minutes before the first paid one? |
| Scan | Is it complete? | Does a second visit become impossible? |
| Collect | Does it prove the finding? | Will the client call to ask? |
| Finish | Will it pass review? | How many days until the invoice? |

## Three numbers to write down

Start today, on paper or in a table. One line for each order:

1. **Minutes in all:** calls, drive, visit, desk, corrections.
2. **Money left:** the fee less travel and other costs of this order.
3. **Where it came from:** platform, agent, former client, other.

After twenty orders you know more about your business than most owners do.

## What not to save on

- The check on site. A second visit costs the profit of two orders.
- Insurance for your work and for the kit.
- Rest. Most returned reports were finished late at night.

**Watch out:** turnover is not income. A full calendar can lose money on every drive.`,
    },
    {
      orderIndex: 2,
      title: 'Know What an Hour Costs You',
      description: 'One calculation with your own figures, and the lowest price you may accept.',
      minutes: 9,
      body: `After this lesson you can calculate your lowest hourly rate and defend it in a talk with a client.

## The calculation

Take a year. The figures are an example. Write yours beside them.

| Line | Example |
|---|---|
| A. Your pay, with tax and pension | 48,000 |
| B. Fixed costs: insurance, phone, app, desk | 6,000 |
| C. Kit: price through years of use | 2,000 |
| D. Reserve for illness and repair, 10 percent of A to C | 5,600 |
| **E. Sum** | **61,600** |
| F. Working days: 260 less holidays, illness, training | 215 |
| G. Hours that orders pay for, on such a day | 5.5 |
| **H. Rate = E : (F x G)** | **52 an hour** |

Travel by car is not in it. Count it per order, by the kilometre.

## Be honest about G

Calls, quotes, accounts and learning are work, but nobody pays for them. Five to six paid hours of eight are normal. Who calculates with eight is too cheap by a third.

## Use the rate

- Below it: decline, or change the job.
- At it: accept when the week has a gap.
- 15 percent above it: a good order.

Do the sum again each January, and when a cost changes by a tenth.

**Watch out:** the kit wears out on good days as well. If line C is missing, your next scanner is paid from your pension.`,
    },
    {
      orderIndex: 3,
      title: 'Price a Job and Write the Quote',
      description: 'Estimate the hours, add what is special, and put it on one page.',
      minutes: 9,
      body: `After this lesson you can price a normal house in ten minutes and send a quote on one page.

## Estimate the hours

| Part | Up to 100 m² | Up to 200 m² | Each 100 m² more |
|---|---|---|---|
| Calls and preparation | 0.5 h | 0.5 h | - |
| Visit | 1.5 h | 2.5 h | 1 h |
| Desk | 1 h | 1.5 h | 0.5 h |

Add the drive there and back. Multiply by your rate. Add kilometres.

## Add what is special

- Occupied and crowded: half an hour
- Outbuilding or second flat: one hour each
- Report within 24 hours: 25 percent
- Evening or weekend: 25 percent

## The quote on one page

1. **Object:** address, size, who opens the door
2. **Scope:** scan, plan, report, number of photos
3. **Not included:** what you do not open, climb or test
4. **Price:** one sum, tax shown, no "from"
5. **Date:** day of the visit, day of the report
6. **If it changes:** price for a missed appointment, price for extra rooms
7. **Valid until:** 14 days

Read it to somebody who knows nothing about houses. What they ask is missing.

**Watch out:** do not give a price on the phone while you drive. Say: "You have it in writing today by six." Then keep to it.`,
    },
    {
      orderIndex: 4,
      title: 'Choose Orders That Pay',
      description: 'The order list, sorted by what an hour brings instead of by the fee.',
      clip: 'find-your-next-order',
      body: `After this video you can choose from a list of orders the ones that fit your week and pay your rate.

## Fee is not pay

| | Order A | Order B |
|---|---|---|
| Fee | 260 | 190 |
| Drive, both ways | 110 km, 2 h | 12 km, 0.5 h |
| Visit and desk | 3.5 h | 2.5 h |
| Kilometres at 0.40 | 44 | 5 |
| **Left for an hour** | **39** | **62** |

The larger fee pays less. With a second order in the same street, A would change: the drive is shared.

## Decide in four questions

1. What is left for an hour? Below your rate: no.
2. Is there a second order within 5 km on that day?
3. Is the due date at least one day after the visit?
4. Who is the client? A new one with many houses may get one test order at your rate, not below it.

## Answer fast

A new order waits 4 hours. Look at the list at four fixed times: 7:30, 11:00, 14:30, 18:00. Decline at once what does not fit. The office sees a clear answer, and you keep your head free.

**Watch out:** do not accept an order to please somebody and then move it twice. One punctual refusal does less harm than a late visit.`,
    },
    {
      orderIndex: 5,
      title: 'From One Client to the Next',
      description: 'A follow-up in four steps, a better week plan, and when to hire.',
      minutes: 9,
      body: `After this lesson you can win repeat orders with a fixed routine, and see when one person is no longer enough.

## Follow up, always the same

| When | What |
|---|---|
| Same day | Message: "Visit done. Report on Thursday." |
| With the report | Three sentences: the most important finding, what is urgent, how to reach you |
| Two working days later | Call of five minutes: "Is anything unclear?" |
| Six months later | Ask whether the urgent points were done. Offer a second look |

At the end of the call ask one question: "Who else do you know who needs this?" Then be silent.

## Plan the week

- Give each weekday one area. Offer clients only that day.
- Two visits before one o'clock, one after. Reports the same evening.
- Keep Friday afternoon empty. It takes what went wrong.

## When to hire

Look for three months in a row:

- You decline more than one good order in four.
- Reports leave later than promised in one case of ten.
- The money for three months of a second person's pay is in the bank.

All three: begin with one day a week. Go along to the first five visits.

**Watch out:** never offer money or gifts for a recommendation. An agent who profits from your result makes your report worthless.`,
    },
    {
      orderIndex: 6,
      title: 'Quiz: Business Decisions',
      description: 'Three questions on rates, quotes and clients.',
      minutes: 4,
      body: `Three decisions from an ordinary week. Have paper and pencil ready for the first one.`,
      questions,
    },
  ],
};
