import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 1,
    title: 'Welcome to the Field',
    description: 'A day with SiteScan, from the first order to the finished report.',
    clip: 'welcome-to-the-field',
    body: `After this video you can describe a full inspection day and name the four jobs that you do at every property.

## The four jobs

1. **Prepare.** Read the order, call the contact, charge the kit.
2. **Scan.** Walk the whole building with the handheld scanner.
3. **Collect.** Take photos, write notes, rate what you see.
4. **Finish.** Correct the floor plan, build the report, submit.

## What a normal day looks like

| Time | Job |
|---|---|
| Evening before | Sync, charge, pack |
| 10 minutes before the visit | Park, check the light, read the order again |
| First 10 minutes on site | Greet the contact, walk through without the scanner |
| Next 30 to 60 minutes | Scan |
| Last 45 minutes | Photos, data, check, leave |

The walk-through saves time. You find locked doors, pets, mirrors and dark rooms before the scanner runs.

## How to use this course

Lessons are short. Do them in order, or open one again on site. Lessons on your device work without signal.

**Watch out:** do not leave a property before you have checked the scan. A second visit costs more than ten careful minutes.`,
  },
  {
    orderIndex: 2,
    title: 'What a Field Inspector Delivers',
    description: 'The three results of every order and who uses them.',
    minutes: 4,
    body: `After this lesson you can name the three results of an order and say what makes each one acceptable.

## The three results

| Result | What it holds | Who uses it |
|---|---|---|
| 3D scan | The measured shape of every room you could enter | Reviewers, architects |
| Floor plan | Walls, doors, windows, areas, labels | Owners, lenders, insurers |
| Inspection report | Photos, notes, ratings, advice | Buyers, insurers, repair crews |

## What acceptable means

- The scan covers at least 95 percent of the building.
- Three lengths on the plan agree with your laser measure within 2 cm.
- Every defect has three photos: wide, middle and close.
- Every area you could not inspect has a reason.

## What you do not deliver

- You do not give a price or a value.
- You do not promise that something will last.
- You do not open walls, panels or machines.

You report what can be seen and measured on the day. Write it so that a person who was not there can find the same spot again.

**Watch out:** the contact may ask for your opinion on a sale or a claim. Answer: "My report goes to the client. I can only record the condition."`,
  },
  {
    orderIndex: 3,
    title: 'The Words We Use on Site',
    description: 'Short definitions of the terms that orders, the app and reviewers use.',
    minutes: 3,
    body: `After this lesson you can read an order or a review comment without having to ask what a word means.

## Order words

| Word | Meaning |
|---|---|
| Order | One job at one address |
| Client | Who pays for the order |
| Contact | Who opens the door |
| Due date | Last day for the finished report |
| Reviewer | Who checks your work before the client sees it |

## Scan words

| Word | Meaning |
|---|---|
| Segment | One recording, 15 minutes at most |
| Loop | A path that ends where it began |
| Loop error | The gap between start and end of a loop, in cm |
| Coverage | The share of surfaces that the scanner saw |
| Drift | A small error that grows as you walk |

## Report words

| Word | Meaning |
|---|---|
| Finding | One thing you report, with place and proof |
| Evidence | Photos and measurements of a finding |
| Not inspected | You could not see or reach it |

## Say it the same way every time

Use compass sides for the outside: "north wall". Use room names from the plan for the inside: "Bedroom 2". Left and right depend on where you stand, so do not use them.

**Watch out:** client and contact are often different people. Never discuss findings with a neighbour or a tenant.`,
  },
  {
    orderIndex: 4,
    title: 'Stay Safe on Every Visit',
    description: 'A two-minute check at the kerb, and when to stop the visit.',
    minutes: 5,
    body: `After this lesson you can check a property for danger in two minutes and decide whether to go in.

## The check at the kerb

1. Look up: loose tiles, hanging cables, ice.
2. Look down: holes, wet steps, glass.
3. Listen and smell: dogs, gas, smoke.
4. Look for people: is the contact there, and calm?
5. Tell your office that you are going in, and when you expect to be out.

## Wear and carry

- Closed shoes with grip, and covers for clean floors
- Gloves and safety glasses for attics and crawl spaces
- A dust mask (FFP2 or better)
- A torch, even by day
- Your phone, charged and in a pocket that you can reach

## Stop the visit when

- you smell gas: go out, touch no switch, call the gas emergency number from the street
- a floor or stair moves under you
- water stands near electrical equipment
- a person threatens you
- an animal is loose and the contact will not lock it away

**Watch out:** never look at the screen and walk at the same time near stairs, balconies or pools. Stop, look at the screen, then walk. No scan is worth a fall.`,
  },
];
